package dev.jitterlab.lab.report.live;

import dev.jitterlab.lab.collect.SpooledSamples;
import dev.jitterlab.lab.collector.KnownCollectors;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.data.ReportDataReader;
import dev.jitterlab.lab.report.page.ReportPage;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.SummaryBuilder;
import dev.jitterlab.lab.validity.Role;
import dev.jitterlab.lab.validity.TrialChecks;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The report of a run that goes on, made of its unfinished directory: ticks and CPU load as they
 * are written, and verdict, checks and instances of the blocks that are over. What takes DuckDB or
 * a recording is left to the finished report, or to the time between two blocks. Thread-safe.
 */
final class LiveReport {
  private final RunDirectory directory;
  private final SpooledSamples samples;
  private final ReportDataReader reader;

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
    this.samples = new SpooledSamples(directory, KnownCollectors.samples());
    this.reader = ReportDataReader.growing(directory, samples);
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
    Set<Integer> finished = run.finishedNumbers();
    Set<String> measured =
        plan.blocks().stream()
            .filter(block -> finished.contains(block.number()))
            .flatMap(block -> block.instances().stream())
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

  /** As the run began with it. */
  synchronized Plan plan() {
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
    Summary summary = stands(run) ? soFar(plan, soFar.summary()) : nothingYet(plan);
    return reader.read(summary, plan, run, withTexts);
  }

  /** A block that was judged may be under way again, as its load was unequal. */
  private boolean stands(RunState run) {
    return soFar != null && run.finishedBlocks().containsAll(soFar.blocks());
  }

  /** Without the check that the run is complete, which it is not. */
  private static Summary soFar(Plan plan, Summary judged) {
    return judged.with(
        "So far: " + judged.verdict(),
        plan.analysis().baseline(),
        new Summary.Validity(
            judged.validity().status(),
            judged.validity().checks().stream()
                .filter(check -> TrialChecks.question(check.name()).role() != Role.PROGRESS)
                .toList()));
  }

  private static Summary nothingYet(Plan plan) {
    return new Summary(
        plan.subject().experiment(),
        plan.subject().question(),
        "The first figures and checks come when a block is over; the charts grow meanwhile.",
        plan.analysis().baseline(),
        plan.analysis().primaryMetric(),
        new Summary.Validity("weak", List.of()),
        plan.groups().stream()
            .map(
                group ->
                    new Summary.GroupSummary(
                        group.name(), group.variables(), List.of(), null, null, null, null))
            .toList(),
        List.of(),
        plan.analysis().metrics(),
        List.of(),
        List.of(),
        List.of(),
        null,
        null,
        null);
  }
}
