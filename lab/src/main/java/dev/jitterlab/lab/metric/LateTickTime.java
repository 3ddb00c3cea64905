package dev.jitterlab.lab.metric;

import java.util.List;
import java.util.Optional;

/**
 * What the threads of late ticks did, read from the system: of every tick that started later than
 * 0.1 ms and 1 % of its period, or whose total was above 1.1 periods. Every late tick is read; of
 * late ticks of which none was read, nothing is known.
 */
public final class LateTickTime implements MetricProvider {
  private static final String DRIFT = "drift_seconds";
  private static final String EXECUTION = "execution_seconds";

  /** How many were read. */
  public static final Metric TICKS =
      Metric.of("late_tick_time.ticks", "ticks read", Unit.NUMBER)
          .ofTicks()
          .read(Pooling.count(LateTickTime::ticks));

  private static final Metric RUN_QUEUE_OF_DRIFT =
      share("run_queue_drift_ratio", "drift: waiting for a CPU", "run_queue_seconds", DRIFT);
  private static final Metric RUN_QUEUE_OF_EXECUTION =
      share(
          "run_queue_execution_ratio",
          "execution: waiting for a CPU",
          "execution_run_queue_seconds",
          EXECUTION);
  private static final Metric CPU_OF_EXECUTION =
      share("cpu_execution_ratio", "execution: on a CPU", "cpu_seconds", EXECUTION);

  /** The shares of their drift and execution. */
  public static final List<Metric> SHARES =
      List.of(RUN_QUEUE_OF_DRIFT, RUN_QUEUE_OF_EXECUTION, CPU_OF_EXECUTION);

  @Override
  public List<Metric> metrics() {
    return List.of(TICKS, RUN_QUEUE_OF_DRIFT, RUN_QUEUE_OF_EXECUTION, CPU_OF_EXECUTION);
  }

  private static Metric share(String key, String title, String part, String whole) {
    return Metric.of("late_tick_time." + key, title, Unit.RATIO)
        .ofTicks()
        .read(
            Pooling.shareOfAmounts(
                server ->
                    ticks(server)
                        .flatMap(_ -> increase(server, whole + "_sum"))
                        .filter(all -> all > 0)
                        .map(all -> new Share(increase(server, part + "_sum").orElse(0.0), all))));
  }

  private static Optional<Double> ticks(MeasuredInstance server) {
    return increase(server, DRIFT + "_count")
        .filter(ticks -> ticks > 0 || !LateTicks.wereAny(server));
  }

  private static Optional<Double> increase(MeasuredInstance server, String sum) {
    return server.increase("jitterlab_tick_thread_" + sum + "{sample=\"late\"}");
  }
}
