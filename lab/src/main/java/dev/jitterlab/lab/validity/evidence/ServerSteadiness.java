package dev.jitterlab.lab.validity.evidence;

import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.changepoint.SteadyState;
import dev.jitterlab.lab.collect.CounterRate;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.TimedValue;
import dev.jitterlab.lab.ticks.Window;
import java.util.List;
import java.util.Optional;

/**
 * How one server became steady, from the start of its load to the end of its measurement.
 * Immutable.
 *
 * @param id the instance
 * @param kind by what it is told
 * @param series what was classified, one value a second or, of long runs, of several
 * @param state the outcome; its indices are those of {@code series}
 * @param loadStartedAt when the warm-up began, in seconds since the epoch
 * @param measured the measured time
 */
public record ServerSteadiness(
    String id,
    SteadySeries kind,
    List<TimedValue> series,
    SteadyState state,
    double loadStartedAt,
    Window measured) {
  /** Of a longer series a value stands for several seconds: change points cost quadratic time. */
  private static final int MOST_VALUES = 1_000;

  /** Where a change is put may be a value off; it is not held against a server. */
  private static final double ALLOWANCE_SECONDS = 1;

  /** Classifies a server; empty if too little was recorded to say anything. */
  public static Optional<ServerSteadiness> of(Evidence.MeasuredProcess server, Evidence evidence) {
    Optional<Double> loadStartedAt =
        evidence.state().blocks().stream()
            .filter(block -> block.number() == server.block() && block.loadStartedAt() != null)
            .map(BlockTimes::loadStartedAt)
            .findFirst();
    return loadStartedAt.flatMap(
        from -> {
          Window shown = new Window(from, server.window().to());
          SteadySeries kind = evidence.steadySeries(server);
          List<TimedValue> series =
              TimedValue.within(recorded(kind, server, shown, evidence), shown, MOST_VALUES);
          return SteadyState.of(kind, series.stream().mapToDouble(TimedValue::seconds).toArray())
              .map(
                  state ->
                      new ServerSteadiness(
                          server.id(), kind, series, state, from, server.window()));
        });
  }

  private static List<TimedValue> recorded(
      SteadySeries kind, Evidence.MeasuredProcess server, Window shown, Evidence evidence) {
    return switch (kind) {
      case EXECUTION ->
          Optional.ofNullable(evidence.ticks().get(server.id()))
              .map(MeasuredTicks::executions)
              .orElse(List.of());
      case RESPONSE -> evidence.responses(server.id()).medians();
      case CPU ->
          evidence.samples().map(samples -> cpu(samples, server.id(), shown)).orElse(List.of());
    };
  }

  private static List<TimedValue> cpu(SamplesReader samples, String id, Window shown) {
    List<SamplesReader.Point> counter =
        samples.series(id, LabMetrics.PROCESS_CPU, null, shown.from(), shown.to());
    return CounterRate.of(counter).stream()
        .map(rate -> new TimedValue(new Window(rate.from(), rate.to()), rate.perSecond(), 1))
        .toList();
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
