package dev.jitterlab.lab.validity.evidence;

import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.changepoint.SteadyState;
import dev.jitterlab.lab.collect.CounterRate;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.MeasuredWindows;
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
 * @param zero when the measurement of its block began, in seconds since the epoch
 * @param worked when it had load, in the warm-up and while it was measured
 * @param measured when it was measured
 */
public record ServerSteadiness(
    String id,
    SteadySeries kind,
    List<TimedValue> series,
    SteadyState state,
    double zero,
    MeasuredWindows worked,
    MeasuredWindows measured) {
  /** Of a longer series a value stands for several seconds: change points cost quadratic time. */
  private static final int MOST_VALUES = 1_000;

  /** Where a change is put may be a value off; it is not held against a server. */
  private static final double ALLOWANCE_SECONDS = 1;

  /** Classifies a server; empty if too little was recorded to say anything. */
  public static Optional<ServerSteadiness> of(Evidence.MeasuredProcess server, Evidence evidence) {
    Optional<BlockTimes> block =
        evidence.state().blocks().stream()
            .filter(times -> times.number() == server.block() && times.loadStartedAt() != null)
            .findFirst();
    return block.flatMap(
        times -> {
          MeasuredWindows worked =
              new MeasuredWindows(
                  MeasuredWindows.worked(times, server.id(), server.windows().to()));
          SteadySeries kind = evidence.steadySeries(server);
          List<TimedValue> series =
              TimedValue.within(recorded(kind, server, worked, evidence), worked, MOST_VALUES);
          return SteadyState.of(kind, series.stream().mapToDouble(TimedValue::seconds).toArray())
              .map(
                  state ->
                      new ServerSteadiness(
                          server.id(),
                          kind,
                          series,
                          state,
                          times.measuredFrom(),
                          worked,
                          server.windows()));
        });
  }

  private static List<TimedValue> recorded(
      SteadySeries kind,
      Evidence.MeasuredProcess server,
      MeasuredWindows worked,
      Evidence evidence) {
    return switch (kind) {
      case EXECUTION ->
          Optional.ofNullable(evidence.ticks().get(server.id()))
              .map(MeasuredTicks::executions)
              .orElse(List.of());
      case RESPONSE -> evidence.responses(server.id()).medians();
      case CPU ->
          evidence.samples().map(samples -> cpu(samples, server.id(), worked)).orElse(List.of());
    };
  }

  private static List<TimedValue> cpu(SamplesReader samples, String id, MeasuredWindows worked) {
    return worked.parts().stream()
        .map(part -> samples.series(id, LabMetrics.PROCESS_CPU, null, part.from(), part.to()))
        .flatMap(counter -> CounterRate.of(counter).stream())
        .map(rate -> new TimedValue(new Window(rate.from(), rate.to()), rate.perSecond(), 1))
        .toList();
  }

  /** After how many seconds of load it became steady; empty if never. */
  public Optional<Double> steadyAfterSeconds() {
    return switch (state.kind()) {
      case FLAT -> Optional.of(0.0);
      case WARM_UP, SLOWDOWN ->
          Optional.of(worked.elapsed(series.get(state.steadyFrom()).window().from()));
      case NEVER_STEADY -> Optional.empty();
    };
  }

  /** How long its warm-up lasted. */
  public double warmupSeconds() {
    return worked.elapsed(measured.from());
  }

  /** Of how much it was judged before it was measured: ticks, responses or samples. */
  public long warmupCount() {
    return series.stream()
        .filter(value -> value.window().to() <= measured.from())
        .mapToLong(TimedValue::count)
        .sum();
  }

  /**
   * Whether it was steady for the whole measured time, however long the warm-up was: behind a long
   * one, a steady measurement is a small part of all that was seen, and the series as a whole may
   * count as never steady.
   */
  public boolean wasSteadyWhileMeasured() {
    double since =
        state.steadyFrom() == 0
            ? 0
            : worked.elapsed(series.get(state.steadyFrom()).window().from());
    return since <= warmupSeconds() + ALLOWANCE_SECONDS;
  }
}
