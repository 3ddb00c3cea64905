package dev.jitterlab.lab.report.live;

import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.collect.SpooledSamples;
import dev.jitterlab.lab.collector.Scrapes;
import dev.jitterlab.lab.experiment.Timing;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.data.CpuTimelines;
import dev.jitterlab.lab.report.data.JitTimeline;
import dev.jitterlab.lab.report.data.LateShares;
import dev.jitterlab.lab.report.data.LiveLogs;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.data.ReportData.GroupTimeline;
import dev.jitterlab.lab.report.data.ReportDataReader;
import dev.jitterlab.lab.report.data.SteadyLines;
import dev.jitterlab.lab.report.data.TickTimelines;
import dev.jitterlab.lab.report.page.ReportPage;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.SummaryBuilder;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The report of a run that goes on, made of its unfinished directory: ticks and CPU load as they
 * are written, and verdict, checks and instances of the blocks that are over. What takes DuckDB or
 * a recording is left to the finished report, or to the time between two blocks. Thread-safe.
 */
final class LiveReport {
  private static final String COMPLETE = "run_complete";

  private final RunDirectory directory;
  private final SpooledSamples samples;
  private final LiveLogs logs;

  /** Not before: a run that is resumed has logs that are about to be moved away. */
  private volatile boolean begun;

  /** As the run began with it; null until it is read for the first time. */
  private Plan whole;

  /** Of the finished blocks; null before the first. */
  private Judged soFar;

  /** What was made of those blocks. */
  private record Judged(Summary summary, List<BlockTimes> blocks) {}

  /** Of a run whose directory need not be there yet. */
  public LiveReport(RunDirectory directory) {
    this.directory = directory;
    this.logs = new LiveLogs(directory);
    this.samples =
        new SpooledSamples(
            directory, Set.of(LabMetrics.MACHINE_CPU, LabMetrics.PROCESS_CPU, Scrapes.COMPILED));
  }

  /** A block has begun: there is something to show. */
  public boolean hasBegun() {
    return begun
        && Files.isRegularFile(directory.plan())
        && Files.isRegularFile(directory.runState());
  }

  /** A block is over, and its samples are about to be moved into the database. */
  public void blockEnds() {
    samples.readNew();
  }

  /** The samples of the block before are in the database; the next one has written none yet. */
  public void blockBegins() {
    samples.nextSpool();
    begun = true;
  }

  /**
   * Judges the finished blocks, once every group has been in one; takes as long as {@code jitterlab
   * report} does, so only while nothing is measured.
   */
  public void judge() {
    RunState run = state();
    Plan plan = plan().ran(run);
    Set<String> measured =
        run.finishedBlocks().stream()
            .flatMap(times -> block(plan, times).instances().stream())
            .map(Plan.Instance::group)
            .collect(Collectors.toSet());
    if (!measured.isEmpty() && measured.size() == plan.groups().size()) {
      Summary judged = new SummaryBuilder(directory).buildSoFar();
      synchronized (this) {
        soFar = new Judged(judged, run.finishedBlocks());
      }
    }
  }

  /** What {@code report.js} draws, as JSON. */
  public String charts() {
    return ReportPage.liveCharts(data(false));
  }

  /** The whole page. */
  public String page() {
    return hasBegun()
        ? ReportPage.renderLive(data(true))
        : ReportPage.renderWaiting(String.valueOf(directory.root().getFileName()));
  }

  /** The page at the end, from the finished directory. */
  public String finishedPage() {
    return ReportPage.renderLive(ReportDataReader.read(directory));
  }

  private synchronized Plan plan() {
    if (whole == null) {
      whole = ReportDataReader.required(directory.plan(), Plan.class);
    }
    return whole;
  }

  private RunState state() {
    return ReportDataReader.required(directory.runState(), RunState.class);
  }

  private synchronized ReportData data(boolean withTexts) {
    RunState run = state();
    Plan plan = plan().ran(run);
    List<BlockTimes> blocks =
        run.blocks().stream().flatMap(block -> expected(plan.timing(), block).stream()).toList();
    samples.readNew();
    logs.place(blocks);
    blocks.forEach(times -> logs.readNew(block(plan, times), times));
    CpuTimelines cpu = new CpuTimelines(samples);
    Summary summary = stands(run) ? soFar(plan, soFar.summary()) : nothingYet(plan);
    return new ReportData(
        summary,
        plan,
        run,
        withTexts ? ReportDataReader.processes(directory, plan) : List.of(),
        summary.groups().stream()
            .map(g -> timeline(plan, g.name(), blocks, cpu, withTexts))
            .toList(),
        CpuTimelines.mean(blocks.stream().map(cpu::machine).toList()),
        CpuTimelines.mean(blocks.stream().map(cpu::stolen).toList()),
        withTexts ? ReportDataReader.environment(directory) : Map.of(),
        withTexts ? ReportDataReader.experiment(directory) : "");
  }

  /** A block that was judged may be under way again, as its load was unequal. */
  private boolean stands(RunState run) {
    return soFar != null && run.finishedBlocks().containsAll(soFar.blocks());
  }

  private GroupTimeline timeline(
      Plan plan, String group, List<BlockTimes> blocks, CpuTimelines cpu, boolean withTexts) {
    List<Located> instances =
        blocks.stream()
            .flatMap(
                times ->
                    block(plan, times).instances().stream()
                        .filter(instance -> instance.group().equals(group))
                        .map(instance -> located(block(plan, times), instance, times)))
            .toList();
    List<Point> compiled =
        CpuTimelines.mean(
            instances.stream().map(i -> JitTimeline.seconds(samples, i.id, i.times)).toList());
    TickTimelines own = logs.ticks(group);
    return new GroupTimeline(
        group,
        own.lines(),
        own.driftCurve(),
        CpuTimelines.mean(instances.stream().map(i -> cpu.process(i.id, i.times)).toList()),
        own.drift(),
        LateShares.NONE,
        new JitTimeline(compiled, List.of(), List.of(), Map.of()),
        Map.of(),
        withTexts ? steady(instances, own, cpu) : SteadyLines.NONE);
  }

  private record Located(String id, SteadySeries series, BlockTimes times) {}

  private static Located located(Plan.Block block, Plan.Instance instance, BlockTimes times) {
    return new Located(instance.id(), block.growingSeries(instance), times);
  }

  /** Drawn by the page, not by its script. */
  private SteadyLines steady(List<Located> instances, TickTimelines ticks, CpuTimelines cpu) {
    Map<String, List<Point>> lines = new LinkedHashMap<>();
    for (Located one : instances) {
      List<Point> line =
          switch (one.series) {
            case EXECUTION -> ticks.executions().getOrDefault(one.id, List.of());
            case RESPONSE ->
                SteadyLines.line(logs.responses(one.times.number(), one.id), one.times);
            case CPU -> cpu.processSeconds(one.id, one.times);
          };
      if (!line.isEmpty()) {
        lines.put(one.id, line);
      }
    }
    return instances.isEmpty()
        ? SteadyLines.NONE
        : new SteadyLines(instances.getFirst().series, lines);
  }

  private static Plan.Block block(Plan plan, BlockTimes times) {
    return plan.blocks().stream()
        .filter(block -> block.number() == times.number())
        .findFirst()
        .orElse(new Plan.Block(times.number(), List.of(), null));
  }

  /** With the times that have not come yet as the plan has them; empty before the warm-up. */
  private static Optional<BlockTimes> expected(Timing timing, BlockTimes block) {
    if (block.loadStartedAt() == null) {
      return Optional.empty();
    }
    double from =
        block.measuredFrom() == null
            ? block.loadStartedAt() + timing.warmupSeconds()
            : block.measuredFrom();
    double to = block.measuredTo() == null ? from + timing.durationSeconds() : block.measuredTo();
    return Optional.of(
        new BlockTimes(
            block.number(), block.loadStartedAt(), from, to, block.finishedAt(), block.unsteady()));
  }

  /** Without the check that the run is complete, which it is not. */
  private static Summary soFar(Plan plan, Summary judged) {
    return judged.with(
        "So far: " + judged.verdict(),
        plan.analysis().baseline(),
        new Summary.Validity(
            judged.validity().status(),
            judged.validity().checks().stream()
                .filter(check -> !check.name().equals(COMPLETE))
                .toList()));
  }

  private static Summary nothingYet(Plan plan) {
    return new Summary(
        plan.subject().experiment(),
        plan.subject().question(),
        "The first figures and checks come when a block is over; the charts go on meanwhile.",
        plan.analysis().baseline(),
        plan.analysis().primaryMetric(),
        new Summary.Validity("weak", List.of()),
        plan.groups().stream()
            .map(
                group ->
                    new Summary.GroupSummary(
                        group.name(), group.variables(), List.of(), null, null))
            .toList(),
        List.of(),
        plan.analysis().metrics(),
        List.of(),
        List.of(),
        List.of());
  }
}
