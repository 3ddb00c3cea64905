package dev.jitterlab.load;

import dev.jitterlab.tick.Rate;

/**
 * One player's requests: numbered, due at a fixed rate, each answered at most once. An open loop:
 * when a request is due depends on the schedule only, never on answers.
 *
 * <p>A request is known by its intended time until it is answered or {@link #WINDOW} others
 * followed; an answer later than that is not counted, which errs against the server. Its methods
 * must not be called by two threads at once, except {@link #offeredBy}.
 */
public final class RequestStream {
  /** How many of the last requests may be unanswered and still be counted. */
  public static final int WINDOW = 64;

  private static final int MASK = WINDOW - 1;

  private final TargetLoad load;
  private final Rate rate;
  private final long[] intendedNs = new long[WINDOW];
  private long pending; // one bit a request, at its number modulo the window
  private int next;
  private volatile Long firstDueNs;

  RequestStream(TargetLoad load, Rate rate) {
    this.load = load;
    this.rate = rate;
  }

  /**
   * Numbers the next request, from 0 and modulo 2³².
   *
   * @param dueNs when it was to be sent by the schedule; never "now"
   */
  public int next(long dueNs) {
    if (firstDueNs == null) {
      firstDueNs = dueNs;
    }
    int number = next++;
    intendedNs[number & MASK] = dueNs;
    pending &= ~(1L << (number & MASK)); // becomes pending when it was sent
    return number;
  }

  /** Says that the last request went out. */
  public void sent() {
    pending |= 1L << ((next - 1) & MASK);
    load.countSent();
  }

  /**
   * Says that a request was answered; counts it if it was sent, is known and was not answered
   * before. Whatever number a server answers, it can do no harm.
   */
  public void answered(int number, long nowNs) {
    int age = next - number;
    long bit = 1L << (number & MASK);
    if (age >= 1 && age <= WINDOW && (pending & bit) != 0) {
      pending &= ~bit;
      load.countAnswered(nowNs - intendedNs[number & MASK]);
    }
  }

  /** Returns how many requests of this stream were due by {@code nowNs}. */
  long offeredBy(long nowNs) {
    Long first = firstDueNs;
    if (first == null || nowNs - first < 0) {
      return 0;
    }
    long elapsedNs = nowNs - first;
    // The estimate is one off at most; the exact offsets decide.
    long last = (long) (elapsedNs * rate.hertz() / 1e9);
    while (rate.offsetNs(last) > elapsedNs) {
      last--;
    }
    while (rate.offsetNs(last + 1) <= elapsedNs) {
      last++;
    }
    return last + 1;
  }
}
