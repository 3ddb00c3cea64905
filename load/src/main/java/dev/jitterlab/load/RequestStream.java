package dev.jitterlab.load;

import dev.jitterlab.tick.Rate;
import java.util.concurrent.atomic.LongAdder;

/**
 * One player's requests: numbered, due at a fixed rate, each answered at most once. An open loop:
 * when a request is due depends on the schedule only, never on answers.
 *
 * <p>A request is known by its intended time until it is answered or {@link #WINDOW} others
 * followed; an answer later than that is not counted, which errs against the server. Its methods
 * must not be called by two threads at once, except {@link #offeredBy} and {@link #plannedBy}.
 */
public final class RequestStream implements Offer {
  /** How many of the last requests may be unanswered and still be counted. */
  public static final int WINDOW = 64;

  private static final int MASK = WINDOW - 1;

  private final TargetLoad load;
  private final Rate rate;
  private final long[] intendedNs = new long[WINDOW];
  private long pending; // one bit a request, at its number modulo the window
  private int next;
  private long numbered; // requests due so far: those that got a number, and those missed
  private volatile Plan plan = new Plan(0);
  private Plan wholePlan; // from the first question on, and never suspended
  private final LongAdder withdrawn = new LongAdder();

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
    if (!plan.isRunning) {
      restart(dueNs);
    }
    numbered++;
    int number = next++;
    intendedNs[number & MASK] = dueNs;
    pending &= ~(1L << (number & MASK)); // becomes pending when it was sent
    return number;
  }

  /**
   * Says that the schedule begins anew with the next request, due at {@code dueNs}: what the old
   * schedule would have asked for from then on is not offered.
   */
  public void restart(long dueNs) {
    plan = new Plan(numbered, dueNs);
  }

  /**
   * Says that so many requests were due since the last one and left out: offered and not sent.
   * While the stream is suspended, none were due.
   */
  public void missed(long requests) {
    if (plan.isRunning) {
      numbered += requests;
    }
  }

  /** Says that nothing is due until the next request. */
  public void suspend() {
    plan = new Plan(numbered);
  }

  /**
   * Says that the generator held the last request back by intention, such as to play a bad network:
   * it is neither offered nor sent, and an answer to it does not count.
   */
  public void withdrawn() {
    withdrawn.increment();
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

  /**
   * Says that a request was answered, and that none before it will be: the answer to an older one
   * was left out, or the request never came to the server. So those before took at least until now,
   * which counts among the times. They do not count as answered: a server that loses requests must
   * not seem to do all its work.
   */
  public void answeredUpTo(int number, long nowNs) {
    int least = next - number; // further requests back than that are older ones
    for (int age = WINDOW; least >= 1 && age > least && pending != 0; age--) {
      int older = (next - age) & MASK;
      long bit = 1L << older;
      if ((pending & bit) != 0) {
        pending &= ~bit;
        load.record(nowNs - intendedNs[older]);
      }
    }
    answered(number, nowNs);
  }

  /** Says that no answer can come any more to what was sent, as its player has left. */
  public void forget() {
    pending = 0;
  }

  @Override
  public long offeredBy(long nowNs) {
    long notOffered = withdrawn.sum(); // first: each of them is in the plan by now
    Plan now = plan;
    long due = now.before + (now.isRunning ? dueSince(now.firstDueNs, nowNs) : 0);
    return Math.max(0, due - notOffered);
  }

  /** What was withdrawn before the first question is no part of the plan that begins with it. */
  @Override
  public synchronized long plannedBy(long nowNs) {
    long notPlanned = withdrawn.sum();
    if (wholePlan == null) {
      wholePlan = new Plan(notPlanned, nowNs);
    }
    long due = wholePlan.before + dueSince(wholePlan.firstDueNs, nowNs);
    return Math.max(0, due - notPlanned);
  }

  private long dueSince(long firstDueNs, long nowNs) {
    if (nowNs - firstDueNs < 0) {
      return 0;
    }
    long elapsedNs = nowNs - firstDueNs;
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

  /** What is due: so many requests before, and from {@code firstDueNs} on those of the rate. */
  private static final class Plan {
    final long before;
    final boolean isRunning;
    final long firstDueNs;

    Plan(long before) {
      this.before = before;
      this.isRunning = false;
      this.firstDueNs = 0;
    }

    Plan(long before, long firstDueNs) {
      this.before = before;
      this.isRunning = true;
      this.firstDueNs = firstDueNs;
    }
  }
}
