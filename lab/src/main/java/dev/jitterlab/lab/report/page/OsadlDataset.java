package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.TickTimes;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.TickTime;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;

/**
 * A group's latencies in the format in which OSADL, the real-time Linux community's test farm,
 * exchanges them: "RT Dataset" 1.0, as the README of its repository {@code osadl/Latencyplot}
 * describes it and its {@code plot-rtdataset.py} reads it. What a run does not record is empty or
 * says so.
 */
record OsadlDataset(
    Format format,
    Timestamps timestamps,
    Machine system,
    Processor processor,
    Kernel kernel,
    Condition condition,
    Latency latency) {
  private static final String NOT_RECORDED = "not recorded";

  /** Higher latencies are in no class, but in the maximum; as with cyclictest's histogram. */
  private static final int MOST_CLASSES = 100_000;

  private static final double NS_PER_MICROSECOND = 1_000;

  record Format(String name, String version) {}

  /** Both in ISO 8601. */
  record Timestamps(String origin, String dataset) {}

  record Machine(String hostname) {}

  record Processor(String family, String vendor, String type) {}

  record Kernel(String version, List<String> config, String cmdline) {}

  /**
   * The measurement.
   *
   * @param load {@code idle}, or {@code brute-force} with all processors busy
   * @param cycles how many latencies
   * @param interval in microseconds
   * @param cyclictest the command line, of whichever program
   */
  record Condition(String load, long cycles, long interval, String cyclictest) {}

  /**
   * The histogram.
   *
   * @param cores first the classes, then how many samples are in each; all instances of a group
   *     together are one "core"
   * @param maxima the highest latency of each "core"
   */
  record Latency(String granularity, List<long[]> cores, List<Long> maxima) {}

  /** Writes one for each group that has latencies, where each server has one rate to speak of. */
  static void writeAll(RunDirectory directory, ReportData data) {
    if (data.plan().hasLoad() || data.plan().hasExternalLoad() || !data.plan().hasTicks()) {
      return;
    }
    for (Summary.GroupSummary group : data.summary().groups()) {
      Distribution drift = data.timeline(group.name()).drift();
      if (!drift.isEmpty()) {
        Json.write(directory.osadl(group.name()), of(data, group, drift));
      }
    }
  }

  private static OsadlDataset of(ReportData data, Summary.GroupSummary group, Distribution drift) {
    Plan.Group planned = data.plan().group(group.name());
    String measuredAt = iso(data.run().startedAt());
    Double interval = TickTimes.of(TickTime.TOTAL, Quantile.P50).in(group.metrics());
    long maxMicros = Math.max(0, micros(drift.maxNs()));
    String model = text(data.environment(), "cpu_model");
    return new OsadlDataset(
        new Format("RT Dataset", "1.0"),
        new Timestamps(measuredAt, measuredAt),
        new Machine(NOT_RECORDED),
        new Processor(NOT_RECORDED, vendor(model), model),
        new Kernel(text(data.environment(), "kernel"), List.of(), NOT_RECORDED),
        new Condition(
            planned.keepsMachineBusy() ? "brute-force" : "idle",
            drift.count(),
            interval == null ? 0 : Math.round(interval * 1e6),
            command(data.plan(), group.name())),
        new Latency(
            "microseconds",
            cores(drift, (int) Math.min(MOST_CLASSES, maxMicros + 1)),
            List.of(maxMicros)));
  }

  private static List<long[]> cores(Distribution drift, int classes) {
    long[] samples = new long[classes];
    for (int i = 0; i < drift.size(); i++) {
      long micros = Math.max(0, micros(drift.valueNsAt(i)));
      if (micros < classes) {
        samples[(int) micros] += drift.countAt(i);
      }
    }
    return List.of(LongStream.range(0, classes).toArray(), samples);
  }

  /** Rounded down, as cyclictest does. */
  private static long micros(long ns) {
    return (long) Math.floor(ns / NS_PER_MICROSECOND);
  }

  private static String command(Plan plan, String group) {
    return plan.instances(group)
        .findFirst()
        .map(instance -> String.join(" ", instance.command()))
        .orElse(NOT_RECORDED);
  }

  /** The first word of a CPU's name, without a mark behind it. */
  private static String vendor(String cpuModel) {
    return cpuModel.replaceFirst("[ (].*", "");
  }

  private static String text(Map<String, Object> environment, String key) {
    return Objects.toString(environment.get(key), NOT_RECORDED);
  }

  private static String iso(double epochSeconds) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
        Instant.ofEpochSecond((long) epochSeconds).atOffset(ZoneOffset.UTC));
  }
}
