package dev.jitterlab.load;

import dev.jitterlab.arrivals.Arrivals;
import java.util.function.LongToIntFunction;

/**
 * Requests to one target, each of which has one answer that is awaited by itself, as in HTTP.
 * Bounded: so many may be under way at once. Thread-safe.
 */
public final class AwaitedRequests {
  private final TargetLoad load;
  private final RequestsOut out;

  AwaitedRequests(TargetLoad load, int mostInFlight) {
    this.load = load;
    this.out = load.addOut(mostInFlight);
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
   * @param dueNs from when its response time counts, by the load's clock
   * @return its place among those that are out, for {@link #ended}, which is to follow; negative if
   *     it must not go out
   */
  public int trySend(long dueNs) {
    int place = out.begin(dueNs);
    if (place == RequestsOut.NO_PLACE) {
      countOverflow();
    } else {
      load.countSent();
    }
    return place;
  }

  /** Says that a request goes out a second time; it is still one request with one outcome. */
  public void countSentAgain() {
    load.countSentAgain();
  }

  /** Says that a request was due and cannot go out. */
  public void countOverflow() {
    countUnsent(RequestOutcome.OVERFLOW);
  }

  /** Says that a request was due and cannot go out, because there is no connection any more. */
  public void countFailed() {
    countUnsent(RequestOutcome.FAILED);
  }

  /**
   * Says that a request will never be due, because its journey broke off: a server that refuses
   * users at once would look fast to those who come through, and seem to keep its promise.
   */
  public void countUnreached() {
    countUnsent(RequestOutcome.UNREACHED);
  }

  private void countUnsent(RequestOutcome outcome) {
    load.count(outcome);
    load.judge(outcome, 0);
  }

  /**
   * Says what became of a request that was sent. Refusals and failures have no response time: a
   * quick one would make a server look fast.
   *
   * @param place that {@link #trySend} returned; it is free now
   * @param responseNs from its intended start until now
   */
  public void ended(int place, RequestOutcome outcome, long responseNs) {
    load.judge(outcome, responseNs);
    if (outcome.hasTime()) {
      load.record(responseNs);
    }
    ended(place, outcome);
  }

  /**
   * Says how many are still to get a message, if it is not one.
   *
   * @param place that {@link #trySend} returned
   * @param listeners at least 1
   */
  public void awaitedBy(int place, int listeners) {
    out.waitFor(place, listeners);
  }

  /**
   * Says that one of those who were to get a message has it; the request goes on until all do.
   *
   * @param responseNs from its intended start until now
   */
  public void delivered(long responseNs) {
    load.recordDelivery(responseNs);
  }

  /**
   * Says that more who were to get a message never will, beside the one that stands for its
   * outcome: each counts like a request without an answer.
   *
   * @param more none if it is not positive
   */
  public void countLost(int more) {
    if (more > 0) {
      load.countLost(more);
    }
  }

  /**
   * Says what became of a request whose times are told by {@link #delivered}.
   *
   * @param place that {@link #trySend} returned; it is free now
   * @param longestNs of these times; nothing else tells whether a promise was kept to all
   */
  public void deliveredToAll(int place, RequestOutcome outcome, long longestNs) {
    load.judge(outcome, longestNs);
    if (outcome.hasTime() && longestNs > 0) { // else nobody was to get it
      load.waited(longestNs);
    }
    ended(place, outcome);
  }

  private void ended(int place, RequestOutcome outcome) {
    out.end(place);
    load.count(outcome);
    if (outcome == RequestOutcome.OK) {
      load.countAnswered();
    }
  }
}
