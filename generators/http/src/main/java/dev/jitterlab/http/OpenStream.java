package dev.jitterlab.http;

import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.arrivals.Arrivals;
import dev.jitterlab.tick.SelfSchedulingTask;
import dev.jitterlab.tick.Turn;

/**
 * The open model at one server: each turn is one arrival of the plan, due when the plan says,
 * whatever became of those before. A turn that comes late sends at once, and its response time
 * counts from when it was due; so coordinated omission cannot come in.
 */
final class OpenStream implements SelfSchedulingTask {
  private final HttpExchanges exchanges;
  private final Arrivals offered;
  private final Arrivals arrivals;
  private final long firstNs;
  private long currentNs;
  private boolean begun;

  /**
   * Creates a stream.
   *
   * @param shift by what part of a gap this server's arrivals are later than the plan's
   */
  OpenStream(HttpExchanges exchanges, ArrivalPlan plan, double shift) {
    this.exchanges = exchanges;
    this.offered = plan.arrivals(shift);
    this.arrivals = plan.arrivals(shift);
    this.firstNs = Math.max(1, arrivals.nextNs());
    this.currentNs = firstNs;
  }

  /** Returns how long after its start the first turn is due. */
  long firstNs() {
    return firstNs;
  }

  @Override
  public void update(Turn turn) {
    long dueNs = turn.tick().scheduledNs();
    if (!begun) {
      begun = true;
      exchanges.requests().begin(offered, dueNs - firstNs);
    }
    long nextNs = arrivals.nextNs();
    long gapNs = nextNs - currentNs;
    turn.again(gapNs);
    currentNs = nextNs;
    exchanges.send(dueNs, outcome -> {});
    if (turn.tick().driftNs() > gapNs) {
      exchanges.lookForAnswers(); // the next one is due: no wait in which to see them
    }
  }
}
