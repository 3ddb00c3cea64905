package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.collector.JitLog;
import dev.jitterlab.lab.collector.ProcSamples;
import dev.jitterlab.lab.collector.Scrapes;
import dev.jitterlab.lab.metric.CpuLoad;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.metric.TickTimes;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.data.GroupResponses;
import dev.jitterlab.lab.report.data.LateShares;
import dev.jitterlab.lab.report.data.Pauses;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.data.SeriesOverTime;
import dev.jitterlab.lab.report.data.SteadyLines;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.TrialOutcome;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.TickTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Runs that never ran, with figures of realistic size and shape, the same for the same input. */
public final class ReportDataFixture {
  private final List<String> groups;
  private final Random random = new Random(1);
  private int seconds = 28;
  private boolean inBlocks;
  private String status = "weak";
  private boolean failed;
  private boolean priced;
  private String outlier;
  private String nullified = "";

  public ReportDataFixture(List<String> groups) {
    this.groups = groups;
  }

  public static ReportDataFixture twoGroups() {
    return new ReportDataFixture(List.of("thread-per-task", "scheduled-pool"));
  }

  public ReportDataFixture measuredFor(int durationSeconds) {
    seconds = durationSeconds;
    return this;
  }

  public ReportDataFixture inBlocks() {
    inBlocks = true;
    return this;
  }

  public ReportDataFixture priced() {
    priced = true;
    return this;
  }

  public ReportDataFixture invalid() {
    status = "invalid";
    return this;
  }

  public ReportDataFixture failed() {
    failed = true;
    return this;
  }

  public ReportDataFixture nullifying(String instanceId) {
    nullified = instanceId;
    return this;
  }

  /** Its figure is far from its group's. */
  public ReportDataFixture outlier(String instanceId) {
    outlier = instanceId;
    return this;
  }

  /** A run in which nothing was measured: every figure is null, every list empty. */
  public ReportData withoutFigures() {
    ReportData data = build();
    Summary summary = data.summary();
    List<Summary.GroupSummary> empty =
        summary.groups().stream()
            .map(
                g ->
                    new Summary.GroupSummary(
                        g.name(),
                        g.variables(),
                        g.instances().stream()
                            .map(
                                i ->
                                    new Summary.InstanceSummary(
                                        i.id(), 1, true, null, null, null, null))
                            .toList(),
                        null,
                        null,
                        null,
                        null))
            .toList();
    List<Summary.Comparison> unknown =
        summary.comparisons().stream()
            .map(
                c ->
                    new Summary.Comparison(
                        c.metric(),
                        c.group(),
                        c.baseline(),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null))
            .toList();
    return new ReportData(
        new Summary(
            summary.experiment(),
            null,
            "Nothing was measured.",
            summary.baseline(),
            summary.primaryMetric(),
            new Summary.Validity(
                "invalid",
                List.of(new Summary.Check("instances", null, null, "invalid", "No data."))),
            empty,
            unknown,
            null,
            null,
            null,
            null,
            null,
            null,
            null),
        data.plan(),
        new RunState(
            "failed",
            "server died",
            PlannedRunFixture.STARTED_AT,
            null,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of()),
        List.of(),
        List.of(),
        recorded(Map.of()),
        Map.of(),
        "",
        Optional.empty(),
        Optional.empty());
  }

  public ReportData build() {
    List<Summary.GroupSummary> summaries =
        IntStream.range(0, groups.size()).mapToObj(this::group).toList();
    PlannedRunFixture planned = new PlannedRunFixture(groups, seconds, inBlocks, failed);
    return new ReportData(
        summary(summaries),
        planned.plan(),
        planned.run(),
        planned.processes(),
        IntStream.range(0, groups.size()).mapToObj(this::timeline).toList(),
        recorded(
            Map.of(
                ProcSamples.PROCESS_LOAD.name(), line(0.041, 0.008),
                ProcSamples.PROCESS_SECONDS.name(), line(0.33, 0.06),
                ProcSamples.MACHINE_LOAD.name(), line(0.62, 0.05),
                ProcSamples.MACHINE_STEAL.name(), line(0.02, 0.01),
                Scrapes.JIT_COMPILE.name(), line(0.2, 0.1),
                JitLog.DEOPTIMISATIONS.name(), line(2, 1))),
        PlannedRunFixture.environment(),
        """
        # Which scheduler keeps the beat?
        name: scheduler
        workload: battle
        groups:
          scheduler: [thread-per-task, scheduled-pool]
        load: {players: 100}
        """,
        Optional.empty(),
        Optional.empty());
  }

  private Summary summary(List<Summary.GroupSummary> summaries) {
    String verdict =
        status.equals("invalid")
            ? "Invalid trial: the load generator offered 71 % of the planned load, so nothing can"
                + " be said about drift."
            : groups.size() < 2
                ? "thread-per-task has a drift p99 of 1.02 ms; there is no other group to compare"
                    + " it with."
                : groups.get(1)
                    + " lowers drift p99 to 0.07 of "
                    + groups.getFirst()
                    + "’s (95 % interval 0.05 to 0.09).";
    return new Summary(
        "scheduler",
        "Does a pool keep the beat better than a thread per battle?",
        verdict,
        groups.getFirst(),
        "tick_drift_seconds.p99",
        new Summary.Validity(status, checks()),
        summaries,
        comparisons(summaries),
        null,
        costs(),
        control(),
        undecided(),
        outcome(comparisons(summaries)),
        null,
        null);
  }

  /** Every group is better than the baseline, which is the first. */
  private TrialOutcome outcome(List<Summary.Comparison> comparisons) {
    List<TrialOutcome.Pair> against =
        comparisons.stream()
            .filter(one -> one.metric().equals("tick_drift_seconds.p99"))
            .map(
                one ->
                    new TrialOutcome.Pair(
                        one.group(),
                        one.baseline(),
                        one.ratio() * drift(0),
                        drift(0),
                        5,
                        one.ratio(),
                        one.low(),
                        one.high(),
                        null,
                        0.001,
                        0.001,
                        null,
                        TrialOutcome.Decision.BETTER,
                        false,
                        1.1))
            .toList();
    return new TrialOutcome(
        status.equals("invalid")
            ? TrialOutcome.Kind.INVALID
            : groups.size() < 2
                ? TrialOutcome.Kind.NOTHING_TO_COMPARE
                : TrialOutcome.Kind.DIFFERENCE,
        0.05,
        null,
        groups.getLast(),
        false,
        groups.reversed().stream()
            .map(group -> new TrialOutcome.Figure(group, drift(groups.indexOf(group)), null))
            .toList(),
        against,
        against,
        List.of(),
        List.of());
  }

  /** One process, for a run whose blocks are not told apart; a stall every twelve seconds. */
  private List<Summary.Control> control() {
    return List.of(
        new Summary.Control(
            1,
            new Summary.Quantiles(6e-5, 7e-5, 8e-5, 2e-4, 3e-3, 0.0123),
            seconds / 12,
            0.005,
            0.02,
            0.41,
            IntStream.range(0, seconds)
                .mapToObj(
                    at -> new Summary.ControlSecond(at + 0.4, 1e-4, at % 12 == 5 ? 0.0123 : 3e-4))
                .toList()));
  }

  /** Of the third group, where there is one, the second cannot be told. */
  private List<Summary.Undecided> undecided() {
    return groups.size() < 3
        ? List.of()
        : List.of(new Summary.Undecided(groups.get(1), groups.get(2), 5, 1.14));
  }

  /** The baseline for 0.34, and each group after it for 0.05 more than the one before. */
  private List<Summary.Cost> costs() {
    if (!priced) {
      return List.of();
    }
    return IntStream.range(0, groups.size())
        .mapToObj(
            i ->
                new Summary.Cost(
                    groups.get(i),
                    null,
                    groups.getFirst(),
                    0.34 + 0.05 * i,
                    Map.of(
                        "cpu_load",
                        i == 0
                            ? new Summary.BangPerDollar(1, null, null)
                            : new Summary.BangPerDollar(0.87, 0.8, 0.94))))
        .toList();
  }

  private List<Summary.Check> checks() {
    return List.of(
        new Summary.Check("instances_per_group", 5.0, 5.0, "valid", "Every group has 5 instances."),
        new Summary.Check(
            "load_imbalance_ratio", 0.012, 0.05, "valid", "Players are spread equally."),
        !status.equals("invalid")
            ? new Summary.Check(
                "load_sent_ratio", 0.998, 0.95, "valid", "99.8 % of the planned inputs were sent.")
            : new Summary.Check(
                "load_sent_ratio",
                0.71,
                0.95,
                "invalid",
                "The bots sent 71 % of the planned inputs. Lower load.players or use more cores."),
        new Summary.Check(
            "scrape_lateness_seconds",
            0.0031,
            0.005,
            "weak",
            "The bots' own drift p99 is near the limit."),
        new Summary.Check(
            "power_saving_governor",
            null,
            0.0,
            "unseen",
            "the frequency governor cannot be seen here, as in most virtual machines"),
        new Summary.Check("process_exits", 0.0, 0.0, "valid", "No process died."),
        new Summary.Check("recordings_lost", null, null, "valid", "Every tick log is whole."));
  }

  private Summary.GroupSummary group(int index) {
    String name = groups.get(index);
    List<Summary.InstanceSummary> instances =
        IntStream.rangeClosed(1, 5)
            .mapToObj(
                n -> {
                  String id = name + "/" + n;
                  boolean out = id.equals(nullified);
                  return new Summary.InstanceSummary(
                      id,
                      inBlocks ? n : 1,
                      out,
                      out ? "its host stole 12 % of CPU time" : null,
                      metrics(index, 0.85 + 0.3 * random.nextDouble() + (out ? 2 : 0), 28_000),
                      id.equals(outlier)
                          ? "its tick drift p99 of 4.1 ms is far from its group's median of 1.02"
                              + " ms; no cause found, it counts"
                          : null,
                      steadyState(n));
                })
            .toList();
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("scheduler", name);
    return new Summary.GroupSummary(
        name, variables, instances, metrics(index, 1, 140_000), "inconsistent", null, null);
  }

  /** The fourth instance never gets steady, the others do after five seconds. */
  private Summary.SteadyState steadyState(int number) {
    double warmup = PlannedRunFixture.WARMUP_SECONDS;
    return number == 4
        ? new Summary.SteadyState(
            SteadySeries.EXECUTION,
            "never steady",
            null,
            warmup,
            List.of(
                new Summary.Segment(-warmup, seconds - 4, 150e-6),
                new Summary.Segment(seconds - 4, seconds, 400e-6)))
        : new Summary.SteadyState(
            SteadySeries.EXECUTION,
            "warm-up",
            5.0,
            warmup,
            List.of(
                new Summary.Segment(-warmup, 5 - warmup, 700e-6),
                new Summary.Segment(5 - warmup, seconds, 150e-6)));
  }

  /** As {@link #steadyState} says, with noise. */
  private SteadyLines steadyLines(int index) {
    Map<String, List<Point>> executions = new LinkedHashMap<>();
    for (int number = 1; number <= 5; number++) {
      List<Point> line = new ArrayList<>();
      for (Summary.Segment segment : steadyState(number).segments()) {
        for (double at = segment.fromSeconds() + 0.5; at < segment.toSeconds(); at++) {
          line.add(new Point(at, segment.meanSeconds() * (0.9 + 0.2 * random.nextDouble())));
        }
      }
      executions.put(groups.get(index) + "/" + number, line);
    }
    return new SteadyLines(SteadySeries.EXECUTION, executions);
  }

  private static double drift(int index) {
    return 1.02e-3 / Math.pow(3.7, Math.min(index, 2)) * (index > 2 ? 1 + index * 0.3 : 1);
  }

  private static MetricValues metrics(int index, double factor, long ticks) {
    double drift = drift(index) * factor;
    Map<String, Object> late = new LinkedHashMap<>();
    late.put("1.1", index == 0 ? 0.00214 * factor : 0.0001);
    late.put("1.4", index == 0 ? 0.0004 : 0);
    late.put("2", 0.0);
    late.put("4", 0.0);
    Map<String, Object> lateTime = new LinkedHashMap<>();
    lateTime.put("ticks", index == 0 ? Math.round(ticks * 0.004) : 0);
    if (index == 0) {
      lateTime.put("run_queue_drift_ratio", 0.71);
      lateTime.put("run_queue_execution_ratio", 0.22);
      lateTime.put("cpu_execution_ratio", 0.64);
    }
    Map<String, Object> values = new LinkedHashMap<>();
    values.put(TickTimes.key(TickTime.DRIFT), quantiles(drift, 0));
    values.put(TickTimes.key(TickTime.EXECUTION), quantiles(140e-6 * factor * 5, 0));
    values.put(TickTimes.key(TickTime.WAIT), quantiles(drift, 0.0493));
    values.put(TickTimes.key(TickTime.TOTAL), quantiles(drift, 0.0495));
    values.put("ticks_late_ratio", late);
    values.put("late_tick_time", lateTime);
    values.put("ticks", ticks);
    values.put("cpu_load", 0.041 * factor);
    values.put("observing_cpu_load", 0.0062);
    values.put("system_cpu_load", 0.62);
    values.put("players", 100.0);
    values.put("battles", 10.0);
    values.put("resident_memory_bytes", 3.1e8);
    values.put("jit_seconds", index == 0 ? 3.2 : 0.4);
    values.put("deoptimisations", index == 0 ? 80.0 : 12.0);
    values.put("deoptimisations_tick", index == 0 ? 30.0 : 4.0);
    values.put("deoptimised_tick_bytecodes", index == 0 ? 220_000.0 : 600.0);
    return new MetricValues(values);
  }

  private static Map<String, Object> quantiles(double p99, double base) {
    Map<String, Object> quantiles = new LinkedHashMap<>();
    quantiles.put("p50", base + p99 * 0.2);
    quantiles.put("p90", base + p99 * 0.6);
    quantiles.put("p95", base + p99 * 0.75);
    quantiles.put("p99", base + p99);
    quantiles.put("p999", base + p99 * 3.2);
    quantiles.put("max", base + p99 * 19);
    return quantiles;
  }

  private List<Summary.Comparison> comparisons(List<Summary.GroupSummary> summaries) {
    List<Summary.Comparison> comparisons = new ArrayList<>();
    List<Metric> metrics =
        Metrics.ofAll().compared().stream()
            .filter(metric -> metric.in(summaries.getFirst().metrics()) != null)
            .filter(metric -> metric.isOfTicks() || metric.equals(CpuLoad.OF_SERVER))
            .toList();
    for (Summary.GroupSummary group : summaries.subList(1, summaries.size())) {
      for (Metric metric : metrics) {
        String key = metric.key();
        double baseline = metric.in(summaries.getFirst().metrics());
        if (baseline == 0) {
          comparisons.add(
              new Summary.Comparison(
                  key, group.name(), groups.getFirst(), null, null, null, null, null, null, null));
          continue;
        }
        double ratio = metric.in(group.metrics()) / baseline;
        comparisons.add(
            new Summary.Comparison(
                key,
                group.name(),
                groups.getFirst(),
                ratio,
                ratio * 0.88,
                ratio * 1.17,
                Math.abs(Math.log(ratio)) > 0.16 ? 0.001 : 0.4,
                null,
                null,
                null));
      }
    }
    return comparisons;
  }

  private ReportData.GroupTimeline timeline(int index) {
    Map<TickTime, ReportData.Quantiles> ticks = new LinkedHashMap<>();
    double drift = drift(index);
    ticks.put(TickTime.DRIFT, lines(drift, 0));
    ticks.put(TickTime.EXECUTION, lines(700e-6, 0));
    ticks.put(TickTime.WAIT, lines(drift, 0.0493));
    ticks.put(TickTime.TOTAL, lines(drift, 0.0495));
    List<Point> curve = new ArrayList<>();
    for (double x = 1; x < 140_000; x *= 1.1487) {
      curve.add(new Point(x, drift * (0.1 + Math.pow(Math.log(x) / Math.log(100), 1.7)) - 20e-6));
    }
    return new ReportData.GroupTimeline(
        groups.get(index),
        ticks,
        curve,
        Distribution.of(driftOf(index)),
        Distribution.of(totalOf(index)),
        LateShares.NONE,
        List.of(4.0),
        Map.of("unstable_if", 90L),
        GroupResponses.NONE,
        Pauses.NONE,
        steadyLines(index));
  }

  private static SeriesOverTime recorded(Map<String, List<Point>> lines) {
    return new SeriesOverTime() {
      @Override
      public List<Point> of(String name, String group) {
        return ofMachine(name);
      }

      @Override
      public Map<String, List<Point>> byServer(String name) {
        return Map.of();
      }

      @Override
      public List<Point> ofMachine(String name) {
        return lines.getOrDefault(name, List.of());
      }
    };
  }

  /** Half of the ticks take the period, the others up to 100 times the drift's p99 more. */
  private static Histogram totalOf(int index) {
    Histogram total = new Histogram(1, 3_600_000_000_000L, 3);
    total.recordValueWithCount(50_000_000, 1_000);
    for (int i = 1; i <= 1_000; i++) {
      total.recordValue(50_000_000 + Math.round(drift(index) * 1e8 * i));
    }
    return total;
  }

  private static Histogram driftOf(int index) {
    Histogram drift = new Histogram(1, 3_600_000_000_000L, 3);
    for (int i = 1; i <= 1_000; i++) {
      drift.recordValue(Math.round(drift(index) * 1e6 * i));
    }
    return drift;
  }

  private ReportData.Quantiles lines(double p99, double base) {
    Map<String, List<Point>> lines = new LinkedHashMap<>();
    lines.put("p50", tickLine(base, p99 * 0.2));
    lines.put("p90", tickLine(base, p99 * 0.6));
    lines.put("p95", tickLine(base, p99 * 0.75));
    lines.put("p99", tickLine(base, p99));
    return new ReportData.Quantiles(lines);
  }

  private List<Point> tickLine(double base, double level) {
    List<Point> line = new ArrayList<>();
    for (int second = (int) -PlannedRunFixture.WARMUP_SECONDS; second < seconds; second++) {
      double warm =
          second < 0 ? 1 + 4 * Math.exp(-(second + PlannedRunFixture.WARMUP_SECONDS) / 3) : 1;
      line.add(new Point(second, base + level * warm * (0.85 + 0.3 * random.nextDouble())));
    }
    return line;
  }

  private List<Point> line(double level, double noise) {
    List<Point> line = new ArrayList<>();
    for (int second = (int) -PlannedRunFixture.WARMUP_SECONDS; second < seconds; second++) {
      double warm = second < 0 ? 1 + Math.exp(-(second + PlannedRunFixture.WARMUP_SECONDS) / 4) : 1;
      line.add(new Point(second, Math.min(1, level * warm + noise * (random.nextDouble() - 0.5))));
    }
    return line;
  }
}
