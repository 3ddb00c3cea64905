package dev.jitterlab.lab.metric;

import java.util.List;
import java.util.Optional;

/**
 * The periods that were due, and what became of them, whatever a server's late policy is: of a
 * stall of one second, {@link LateTicks} counts one tick under every policy, and a stall under
 * {@code skip} leaves no other trace in the times of ticks. Here every period counts in which no
 * tick began, be it that its tick came a period late or more, or never; and where the server hung
 * until the end of the measurement, so that no tick told of them.
 */
public final class OverdueTicks implements MetricProvider {
  /** A gauge: the periods that are over and whose own tick has not begun. */
  static final String WAITING = "jitterlab_ticks_waiting";

  /** A gauge: how long each of them has waited at least. */
  static final String WAITING_SECONDS = "jitterlab_tick_waiting_seconds";

  /** The share of due periods that were overdue or missed. */
  public static final Metric OVERDUE =
      Metric.of("ticks_overdue_ratio", "Overdue or missed ticks", Unit.RATIO)
          .compared("share of ticks that were overdue or missed", "has fewer overdue ticks")
          .ofTicks()
          .shownFirst()
          .read(
              Pooling.share(
                  server ->
                      Share.of(
                          server
                              .increase("jitterlab_ticks_overdue_total")
                              .map(overdue -> Math.max(0, overdue + waiting(server))),
                          due(server))));

  /**
   * By how much the ticks that were made differ from those that were due. It stands beside drift
   * for a server that moves its schedule after a late tick: such a server is never far behind, and
   * yet ticks less often than its rate says.
   */
  public static final Metric RATE_ERROR =
      Metric.of("tick_rate_error_ratio", "Rate error", Unit.RATIO)
          .compared("tick rate error", "keeps its rate better")
          .ofTicks()
          .read(
              Pooling.deviation(
                  server ->
                      due(server)
                          .map(due -> new Share(Math.abs(due - ticks(server).orElse(due)), due))));

  @Override
  public List<Metric> metrics() {
    return List.of(OVERDUE, RATE_ERROR);
  }

  /** How many periods passed, each with its tick or without. */
  private static Optional<Double> due(MeasuredInstance server) {
    return ticks(server)
        .flatMap(
            ticks ->
                server
                    .increase("jitterlab_ticks_missed_total")
                    .map(missed -> ticks + missed - surplus(server) + waiting(server)))
        .filter(due -> due > 0);
  }

  /** By how much more periods wait for their tick at the end than at the beginning. */
  private static double waiting(MeasuredInstance server) {
    return server.increase(WAITING).orElse(0.0);
  }

  private static Optional<Double> ticks(MeasuredInstance server) {
    return server.increase("jitterlab_ticks_total");
  }

  /** Ticks more than periods; only tasks that are watched have any. */
  private static double surplus(MeasuredInstance server) {
    return server.increase("jitterlab_ticks_surplus_total").orElse(0.0);
  }
}
