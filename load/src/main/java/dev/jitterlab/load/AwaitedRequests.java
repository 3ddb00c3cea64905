package dev.jitterlab.load;

import dev.jitterlab.arrivals.Arrivals;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongToIntFunction;

/**
 * Requests to one target, each of which has one answer that is awaited by itself, as in HTTP.
 * Bounded: so many may be under way at once. Thread-safe.
 */
public final class AwaitedRequests {
  private final TargetLoad load;
  private final int mostInFlight;
  private final AtomicInteger inFlight = new AtomicInteger();

  AwaitedRequests(TargetLoad load, int mostInFlight) {
    this.load = load;
    this.mostInFlight = mostInFlight;
  }

  /**
   * Says that the plan begins: from now on its arrivals are offered.
   *
   * @param arrivals not used by anybody else
   * @param zeroNs the plan's begin, by the load's clock
   * @return what counts them
   */
  public OfferedArrivals begin(Arrivals arrivals, long zeroNs) {
    return begin(arrivals, zeroNs, number -> 1);
  }

  /**
   * Says that a plan of journeys begins: from now on the first request of each is offered when its
   * arrival is due, and each of the others when {@link #countFollowing} says so.
   *
   * @param arrivals of journeys; not used by anybody else
   * @param zeroNs the plan's begin, by the load's clock
   * @param requestsOf how many requests the n-th journey has, from 0 on; not used by anybody else
   * @return what counts them
   */
  public OfferedArrivals begin(Arrivals arrivals, long zeroNs, LongToIntFunction requestsOf) {
    OfferedArrivals offered = new OfferedArrivals(arrivals, zeroNs, requestsOf);
    load.add(offered);
    return offered;
  }

  /** Says that a request is due that follows another one of its journey. */
  public void countFollowing() {
    load.countFollowing();
  }

  /**
   * Says that a request is to go out; where too many are under way, it must not, and is counted as
   * {@link RequestOutcome#OVERFLOW}.
   *
   * @return whether to send it; then {@link #ended} is to follow
   */
  public boolean trySend() {
    if (inFlight.incrementAndGet() > mostInFlight) {
      inFlight.decrementAndGet();
      load.count(RequestOutcome.OVERFLOW);
      load.judge(RequestOutcome.OVERFLOW, 0);
      return false;
    }
    load.countSent();
    return true;
  }

  /** Says that a request was due and cannot go out. */
  public void countOverflow() {
    load.count(RequestOutcome.OVERFLOW);
    load.judge(RequestOutcome.OVERFLOW, 0);
  }

  /**
   * Says what became of a request that was sent. Refusals and failures have no response time: a
   * quick one would make a server look fast.
   *
   * @param responseNs from its intended start until now
   */
  public void ended(RequestOutcome outcome, long responseNs) {
    load.judge(outcome, responseNs);
    switch (outcome) {
      case OK:
      case TIMEOUT:
        load.record(responseNs);
        break;
      case REFUSED:
      case WRONG:
      case FAILED:
      case OVERFLOW:
        break;
    }
    ended(outcome);
  }

  /**
   * Says that one of those who were to get a message has it; the request goes on until all do.
   *
   * @param responseNs from its intended start until now
   */
  public void delivered(long responseNs) {
    load.record(responseNs);
  }

  /**
   * Says what became of a request whose times are told by {@link #delivered}.
   *
   * @param longestNs of these times; nothing else tells whether a promise was kept to all
   */
  public void deliveredToAll(RequestOutcome outcome, long longestNs) {
    load.judge(outcome, longestNs);
    ended(outcome);
  }

  private void ended(RequestOutcome outcome) {
    inFlight.decrementAndGet();
    load.count(outcome);
    if (outcome == RequestOutcome.OK) {
      load.countAnswered();
    }
  }

  /** Returns how many are under way. */
  public int inFlight() {
    return inFlight.get();
  }
}
