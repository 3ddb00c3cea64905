package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.changepoint.SteadyState;
import dev.jitterlab.lab.execution.RunState.BlockTimes;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.TimedMean;
import dev.jitterlab.lab.ticks.Window;
import java.util.List;
import java.util.Optional;

/**
 * How one server became steady, from the start of its load to the end of its measurement, by the
 * mean execution of its ticks. Immutable.
 *
 * @param id the instance
 * @param series what was classified, one mean a second or, of long runs, of several
 * @param state the outcome; its indices are those of {@code series}
 * @param loadStartedAt when the warm-up began, in seconds since the epoch
 * @param measured the measured time
 */
public record ServerSteadiness(
    String id, List<TimedMean> series, SteadyState state, double loadStartedAt, Window measured) {
  /** Of a longer series a value stands for several seconds: change points cost quadratic time. */
  private static final int MOST_VALUES = 1_000;

  /** Where a change is put may be a value off; it is not held against a server. */
  private static final double ALLOWANCE_SECONDS = 1;

  /** Classifies a server; empty if its log covers too little to say anything. */
  public static Optional<ServerSteadiness> of(Evidence.MeasuredProcess server, Evidence evidence) {
    Optional<Double> loadStartedAt =
        evidence.state().blocks().stream()
            .filter(block -> block.number() == server.block() && block.loadStartedAt() != null)
            .map(BlockTimes::loadStartedAt)
            .findFirst();
    return loadStartedAt.flatMap(
        from -> {
          Window shown = new Window(from, server.window().to());
          List<TimedMean> series = series(server, shown, evidence);
          return SteadyState.of(series.stream().mapToDouble(TimedMean::seconds).toArray())
              .map(
                  state -> new ServerSteadiness(server.id(), series, state, from, server.window()));
        });
  }

  /** Whatever is to be steady of a server; of one without ticks its response time would be. */
  private static List<TimedMean> series(
      Evidence.MeasuredProcess server, Window shown, Evidence evidence) {
    MeasuredTicks ticks = evidence.ticks().get(server.id());
    return ticks == null ? List.of() : TimedMean.within(ticks.executions(), shown, MOST_VALUES);
  }

  /** How long after the load's start it became steady; empty if never. */
  public Optional<Double> steadyAfterSeconds() {
    return switch (state.kind()) {
      case FLAT -> Optional.of(0.0);
      case WARM_UP, SLOWDOWN ->
          Optional.of(series.get(state.steadyFrom()).window().from() - loadStartedAt);
      case NEVER_STEADY -> Optional.empty();
    };
  }

  /** How long the warm-up of its block lasted. */
  public double warmupSeconds() {
    return measured.from() - loadStartedAt;
  }

  /** Whether it was steady for the whole measured time. */
  public boolean wasSteadyWhileMeasured() {
    return steadyAfterSeconds()
        .filter(seconds -> seconds <= warmupSeconds() + ALLOWANCE_SECONDS)
        .isPresent();
  }
}
