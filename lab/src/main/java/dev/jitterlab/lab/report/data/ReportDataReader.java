package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.causes.RunCauses;
import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SpooledSamples;
import dev.jitterlab.lab.collector.FlightRecording;
import dev.jitterlab.lab.collector.ProcSamples;
import dev.jitterlab.lab.experiment.Timing;
import dev.jitterlab.lab.jit.DeoptimisationReasons;
import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.data.ReportData.GroupTimeline;
import dev.jitterlab.lab.run.Confusion;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.statistics.LoadedTicks;
import dev.jitterlab.lab.summary.LoadLevels;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.MeasuredResponses;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.ResponseMetric;
import dev.jitterlab.lab.validity.evidence.RunTicks;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Fills {@link ReportData} from the directory of a run that is over or goes on. {@code plan.json}
 * and {@code run.json} must be there, and {@code summary.json} of a run that is over; every other
 * file may be missing. Of a run that goes on, logs and samples are read on from where the last
 * reading ended; what takes DuckDB, or a whole file again and again, is left out. Not thread-safe.
 */
public final class ReportDataReader {
  private static final String SCENARIO = "--scenario=";

  private final RunDirectory directory;
  private final Optional<SpooledSamples> growing;
  private final RunLogs logs;

  private ReportDataReader(RunDirectory directory, Optional<SpooledSamples> growing) {
    this.directory = directory;
    this.growing = growing;
    this.logs = new RunLogs(directory);
  }

  /**
   * Reads a run that is over.
   *
   * @throws LabException if one of the three files is missing or a file cannot be read
   */
  public static ReportData read(RunDirectory directory) {
    Summary summary = summary(directory);
    RunState run = required(directory.runState(), RunState.class);
    Plan plan = required(directory.plan(), Plan.class).ran(run);
    return new ReportDataReader(directory, Optional.empty())
        .read(summary, plan, run, true)
        .with(RunCauses.read(directory), Confusion.read(directory));
  }

  /** Of a run that goes on; to be kept from one reading to the next. */
  public static ReportDataReader growing(RunDirectory directory, SpooledSamples samples) {
    return new ReportDataReader(directory, Optional.of(samples));
  }

  /**
   * Reads the outcome alone.
   *
   * @throws LabException if it is missing or cannot be read
   */
  public static Summary summary(RunDirectory directory) {
    return required(directory.summary(), Summary.class);
  }

  /**
   * Reads all that there is by now.
   *
   * @param withTexts also what stands beside the charts, and what the page draws without its script
   */
  public ReportData read(Summary summary, Plan plan, RunState run, boolean withTexts) {
    growing.ifPresent(SpooledSamples::readNew);
    RunTicks measured = RunTicks.of(directory, run, plan.timing());
    List<BlockTimes> blocks =
        run.blocks().stream().flatMap(one -> placed(one, plan.timing(), measured)).toList();
    List<Placed> servers = counting(summary, plan, blocks);
    logs.place(servers);
    Map<String, MeasuredResponses> responses = new HashMap<>();
    blocks.forEach(
        block ->
            responses.putAll(
                logs.responses(block.number(), id -> MeasuredWindows.of(block, id).orElse(null))));
    RunSeries series =
        new RunSeries(directory, growing, plan.subject().tickPackages(), servers, blocks);
    List<ProcessRecord> processes = processes(directory, plan);
    Map<String, LateShares> late = lateShares(plan, servers);
    boolean hasSteps = hasSteps(plan, responses);
    Map<String, StepOutcomes> outcomes = hasSteps ? byGroup(servers, StepOutcomes::of) : Map.of();
    MeasuredRequests requests =
        growing.isPresent()
            ? MeasuredRequests.NONE
            : MeasuredRequests.read(directory, servers, responses, hasSteps);
    // In parallel: taking logs and recordings apart is all computation. A running lab is a guest.
    Stream<String> groups = summary.groups().stream().map(Summary.GroupSummary::name);
    return new ReportData(
        summary,
        plan,
        run,
        processes,
        (growing.isPresent() ? groups : groups.parallel())
            .map(
                group -> {
                  List<Placed> own =
                      servers.stream()
                          .filter(server -> server.instance().group().equals(group))
                          .toList();
                  TickTimelines ticks = logs.ticks(group, own);
                  return new GroupTimeline(
                      group,
                      ticks.lines(),
                      ticks.driftCurve(),
                      ticks.drift(),
                      ticks.total(),
                      late.getOrDefault(group, LateShares.NONE),
                      changes(own, processes),
                      deoptimisations(own),
                      new GroupResponses(
                          merged(own, responses),
                          requests.all(own),
                          requests.steps(own),
                          outcomes.getOrDefault(group, StepOutcomes.NONE),
                          logs.responses(group)),
                      growing.isPresent() ? Pauses.NONE : Pauses.of(directory, own),
                      withTexts ? steady(own, ticks, responses, series) : SteadyLines.NONE);
                })
            .toList(),
        series,
        withTexts ? environment(directory) : Map.of(),
        withTexts ? experiment(directory) : "",
        Optional.empty(),
        Optional.empty());
  }

  /**
   * With the times that have not come as the plan has them, or as the run's end made them; nothing
   * before the warm-up, nor of a run that ended during the warm-up.
   */
  private Stream<BlockTimes> placed(BlockTimes block, Timing timing, RunTicks measured) {
    if (block.loadStartedAt() == null || (block.measuredFrom() == null && growing.isEmpty())) {
      return Stream.of();
    }
    double from =
        Objects.requireNonNullElse(
            block.measuredFrom(), block.loadStartedAt() + timing.warmupSeconds());
    double to =
        measured
            .measured(block.number())
            .map(MeasuredWindows::to)
            .orElse(from + timing.durationSeconds());
    return Stream.of(
        new BlockTimes(
                block.number(),
                block.loadStartedAt(),
                from,
                to,
                block.finishedAt(),
                block.unsteady())
            .turns(block.warmups(), block.slices()));
  }

  /** The servers that were not nullified. */
  private static List<Placed> counting(Summary summary, Plan plan, List<BlockTimes> blocks) {
    Set<String> nullified =
        summary.groups().stream()
            .flatMap(group -> group.instances().stream())
            .filter(Summary.InstanceSummary::nullified)
            .map(Summary.InstanceSummary::id)
            .collect(Collectors.toSet());
    List<Placed> counting = new ArrayList<>();
    for (Plan.Block block : plan.blocks()) {
      for (BlockTimes times : blocks) {
        for (Plan.Instance instance : block.instances()) {
          if (times.number() == block.number() && !nullified.contains(instance.id())) {
            counting.add(new Placed(block, instance, times));
          }
        }
      }
    }
    return counting;
  }

  private Map<String, LateShares> lateShares(Plan plan, List<Placed> servers) {
    CapacityQuestion question = plan.analysis().metrics().capacity();
    return question == null
        ? Map.of()
        : byGroup(servers, (samples, own) -> LateShares.of(levels(samples, own, question)));
  }

  private static List<LoadedTicks> levels(
      SamplesReader samples, List<Placed> servers, CapacityQuestion question) {
    List<LoadedTicks> levels = new ArrayList<>();
    for (Placed server : servers) {
      MeasuredWindows.of(server.times(), server.id())
          .map(
              measured ->
                  LoadLevels.read(
                      samples, server.id(), server.block().number(), measured, question))
          .ifPresent(levels::addAll);
    }
    return levels;
  }

  /**
   * From the samples of each group's servers; nothing of a run that goes on, or without samples.
   */
  private <T> Map<String, T> byGroup(
      List<Placed> servers, BiFunction<SamplesReader, List<Placed>, T> reading) {
    Map<String, T> byGroup = new HashMap<>();
    try (SamplesReader samples =
        growing.isPresent() ? null : SamplesReader.open(directory).orElse(null)) {
      if (samples != null) {
        servers.stream()
            .collect(Collectors.groupingBy(server -> server.instance().group()))
            .forEach((group, own) -> byGroup.put(group, reading.apply(samples, own)));
      }
    }
    return byGroup;
  }

  /** Whether the load has journeys, of which it counts each step. */
  private static boolean hasSteps(Plan plan, Map<String, MeasuredResponses> responses) {
    return responses.values().stream().anyMatch(own -> !own.steps().isEmpty())
        || plan.blocks().stream()
            .map(Plan.Block::load)
            .filter(Objects::nonNull)
            .flatMap(load -> load.command().stream())
            .anyMatch(argument -> argument.startsWith(SCENARIO));
  }

  private static List<Double> changes(List<Placed> servers, List<ProcessRecord> processes) {
    return PlannedChanges.mean(
        servers.stream()
            .flatMap(
                server ->
                    processes.stream()
                        .filter(process -> process.id().equals(server.id()))
                        .map(process -> PlannedChanges.of(process, server.times())))
            .toList());
  }

  /** Why threads left optimised code. */
  private Map<String, Long> deoptimisations(List<Placed> servers) {
    Map<String, Long> reasons = new TreeMap<>();
    for (Placed server : servers) {
      Path recording = FlightRecording.file(directory.instance(server.id()));
      if (growing.isEmpty() && Files.isRegularFile(recording)) {
        MeasuredWindows.of(server.times(), server.id())
            .map(measured -> DeoptimisationReasons.in(recording, measured))
            .orElse(Map.of())
            .forEach((reason, count) -> reasons.merge(reason, count, Long::sum));
      }
    }
    return reasons;
  }

  /** The response times of these servers together; without what was not recorded. */
  private static Map<ResponseMetric, Distribution> merged(
      List<Placed> servers, Map<String, MeasuredResponses> responses) {
    Map<ResponseMetric, Distribution> merged = new EnumMap<>(ResponseMetric.class);
    for (ResponseMetric metric : ResponseMetric.values()) {
      Distribution all =
          Distribution.merge(
              servers.stream()
                  .map(server -> responses.get(server.id()))
                  .filter(Objects::nonNull)
                  .map(own -> own.of(metric))
                  .toList());
      if (!all.isEmpty()) {
        merged.put(metric, all);
      }
    }
    return merged;
  }

  private SteadyLines steady(
      List<Placed> servers,
      TickTimelines ticks,
      Map<String, MeasuredResponses> responses,
      RunSeries series) {
    Map<String, List<Point>> lines = new LinkedHashMap<>();
    SteadySeries judgedBy = SteadySeries.EXECUTION;
    for (Placed server : servers) {
      judgedBy =
          growing.isPresent()
              ? server.block().growingSeries(server.instance())
              : server.block().steadySeries(server.instance());
      List<Point> line =
          switch (judgedBy) {
            case EXECUTION -> ticks.executions().getOrDefault(server.id(), List.of());
            case RESPONSE ->
                SteadyLines.line(
                    server.id(),
                    responses.getOrDefault(server.id(), MeasuredResponses.NONE).medians(),
                    server.times());
            case CPU -> series.byServer(ProcSamples.PROCESS_SECONDS.name()).get(server.id());
          };
      if (!line.isEmpty()) {
        lines.put(server.id(), line);
      }
    }
    return new SteadyLines(judgedBy, lines);
  }

  /** Of the processes that were started; they may still run. */
  public static List<ProcessRecord> processes(RunDirectory directory, Plan plan) {
    List<Path> folders = new ArrayList<>();
    plan.blocks().forEach(b -> b.instances().forEach(i -> folders.add(directory.instance(i.id()))));
    plan.blocks().forEach(b -> folders.add(directory.load(b.number())));
    plan.blocks().forEach(b -> folders.add(directory.control(b.number())));
    return folders.stream()
        .map(RunDirectory::process)
        .filter(Files::isRegularFile)
        .map(file -> required(file, ProcessRecord.class))
        .toList();
  }

  @SuppressWarnings("unchecked") // JSON objects have no other form in Java
  public static Map<String, Object> environment(RunDirectory directory) {
    return Files.isRegularFile(directory.environment())
        ? required(directory.environment(), Map.class)
        : Map.of();
  }

  public static String experiment(RunDirectory directory) {
    return Unchecked.io(
        () ->
            Files.isRegularFile(directory.experiment())
                ? Files.readString(directory.experiment())
                : "");
  }

  public static <T> T required(Path file, Class<T> type) {
    if (!Files.isRegularFile(file)) {
      throw LabException.wrong(
          file.toString(),
          "there is no such file, so this is not the directory of a finished run",
          "Give the directory that `jitterlab run` printed at its end.");
    }
    try {
      return Json.read(file, type);
    } catch (UncheckedIOException e) {
      throw LabException.failed(
              file.toString(),
              "the file cannot be read",
              "Run the experiment again; the file was changed or damaged after it was written.")
          .because(e.getCause());
    }
  }
}
