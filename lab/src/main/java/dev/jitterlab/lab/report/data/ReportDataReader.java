package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.data.ReportData.GroupTimeline;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.summary.LoadLevels;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.ticks.Window;
import dev.jitterlab.lab.validity.evidence.RunTicks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Fills {@link ReportData} from a run directory. {@code summary.json}, {@code plan.json} and {@code
 * run.json} must be there; every other file may be missing, as it is after a run that failed.
 */
public final class ReportDataReader {
  private final RunDirectory directory;
  private final Summary summary;
  private final Plan plan;
  private final RunState run;
  private final ResponseDistributions responses;

  private ReportDataReader(RunDirectory directory) {
    this.directory = directory;
    this.summary = summary(directory);
    this.run = required(directory.runState(), RunState.class);
    this.plan = required(directory.plan(), Plan.class).ran(run);
    this.responses = ResponseDistributions.read(RunTicks.of(directory, run, plan.timing()));
  }

  /**
   * Reads a run.
   *
   * @throws LabException if one of the three files is missing or a file cannot be read
   */
  public static ReportData read(RunDirectory directory) {
    return new ReportDataReader(directory).read();
  }

  /**
   * Reads the outcome alone.
   *
   * @throws LabException if it is missing or cannot be read
   */
  public static Summary summary(RunDirectory directory) {
    return required(directory.summary(), Summary.class);
  }

  private ReportData read() {
    Map<String, List<Point>> cpu = new LinkedHashMap<>();
    Map<String, LateShares> late = new LinkedHashMap<>();
    Map<String, List<Point>> compiled = new LinkedHashMap<>();
    Map<String, List<Point>> cpuSeconds = new LinkedHashMap<>();
    List<Point> machine = List.of();
    List<Point> steal = List.of();
    try (SamplesReader samples = SamplesReader.open(directory).orElse(null)) {
      if (samples != null) {
        CpuTimelines timelines = new CpuTimelines(samples);
        for (Plan.Group group : plan.groups()) {
          compiled.put(group.name(), compiled(samples, group.name()));
          cpu.put(group.name(), cpu(timelines, group.name()));
          late.put(group.name(), lateShares(samples, group.name()));
          if (steadySeries(group.name()) == SteadySeries.CPU) {
            counting(group.name())
                .forEach(
                    located ->
                        cpuSeconds.put(
                            located.id(), timelines.processSeconds(located.id(), located.block())));
          }
        }
        machine = CpuTimelines.mean(run.blocks().stream().map(timelines::machine).toList());
        steal = CpuTimelines.mean(run.blocks().stream().map(timelines::stolen).toList());
      }
    }
    // In parallel: taking logs and recordings apart is all computation.
    List<GroupTimeline> groups =
        summary.groups().parallelStream()
            .map(Summary.GroupSummary::name)
            .map(
                group ->
                    timeline(
                        group,
                        cpu.getOrDefault(group, List.of()),
                        late.getOrDefault(group, LateShares.NONE),
                        jit(group, compiled.getOrDefault(group, List.of())),
                        cpuSeconds))
            .toList();
    return new ReportData(
        summary,
        plan,
        run,
        processes(directory, plan),
        groups,
        machine,
        steal,
        environment(directory),
        experiment(directory));
  }

  private GroupTimeline timeline(
      String group,
      List<Point> cpu,
      LateShares late,
      JitTimeline jit,
      Map<String, List<Point>> cpuSeconds) {
    TickTimelines ticks = new TickTimelines();
    for (Located located : counting(group)) {
      RunTicks.log(directory.instance(located.id()))
          .ifPresent(log -> ticks.add(located.id(), log, located.block()));
    }
    return new GroupTimeline(
        group,
        ticks.lines(),
        ticks.driftCurve(),
        cpu,
        ticks.drift(),
        late,
        jit,
        responses.of(counting(group).stream().map(Located::id).toList()),
        steady(group, ticks, cpuSeconds));
  }

  private SteadyLines steady(
      String group, TickTimelines ticks, Map<String, List<Point>> cpuSeconds) {
    SteadySeries series = steadySeries(group);
    Map<String, List<Point>> lines = new LinkedHashMap<>();
    for (Located located : counting(group)) {
      List<Point> line =
          switch (series) {
            case EXECUTION -> ticks.executions().getOrDefault(located.id(), List.of());
            case RESPONSE -> SteadyLines.line(responses.medians(located.id()), located.block());
            case CPU -> cpuSeconds.getOrDefault(located.id(), List.of());
          };
      if (!line.isEmpty()) {
        lines.put(located.id(), line);
      }
    }
    return new SteadyLines(series, lines);
  }

  /** All servers of a group are of one kind. */
  private SteadySeries steadySeries(String group) {
    return plan.blocks().stream()
        .flatMap(
            block ->
                block.instances().stream()
                    .filter(instance -> instance.group().equals(group))
                    .map(block::steadySeries))
        .findFirst()
        .orElse(SteadySeries.EXECUTION);
  }

  private List<Point> cpu(CpuTimelines timelines, String group) {
    return CpuTimelines.mean(
        counting(group).stream()
            .map(located -> timelines.process(located.id(), located.block()))
            .toList());
  }

  private LateShares lateShares(SamplesReader samples, String group) {
    CapacityQuestion question = plan.analysis().metrics().capacity();
    return question == null
        ? LateShares.NONE
        : LateShares.of(
            counting(group).stream()
                .filter(one -> one.block().measuredTo() != null)
                .flatMap(
                    one ->
                        LoadLevels.read(
                            samples,
                            one.id(),
                            new Window(one.block().measuredFrom(), one.block().measuredTo()),
                            question)
                            .stream())
                .toList());
  }

  private List<Point> compiled(SamplesReader samples, String group) {
    return CpuTimelines.mean(
        counting(group).stream()
            .map(located -> JitTimeline.seconds(samples, located.id(), located.block()))
            .toList());
  }

  private JitTimeline jit(String group, List<Point> compiled) {
    List<Located> counting = counting(group);
    Map<String, Long> reasons = new TreeMap<>();
    counting.forEach(
        located ->
            JitTimeline.reasons(directory.instance(located.id()), located.block())
                .forEach((reason, count) -> reasons.merge(reason, count, Long::sum)));
    return new JitTimeline(
        compiled,
        CpuTimelines.mean(
            counting.stream()
                .map(
                    located ->
                        JitTimeline.deoptimisations(
                            directory.instance(located.id()),
                            plan.subject().tickPackages(),
                            located.block()))
                .toList()),
        JitTimeline.mean(
            counting.stream()
                .flatMap(
                    located ->
                        process(located.id())
                            .map(p -> JitTimeline.changes(p, located.block()))
                            .stream())
                .toList()),
        reasons);
  }

  private Optional<ProcessRecord> process(String instanceId) {
    Path file = RunDirectory.process(directory.instance(instanceId));
    return Files.isRegularFile(file)
        ? Optional.of(required(file, ProcessRecord.class))
        : Optional.empty();
  }

  private record Located(String id, RunState.BlockTimes block) {}

  /** The group's instances that were not nullified, with the times of their block. */
  private List<Located> counting(String group) {
    Set<String> nullified =
        summary.groups().stream()
            .flatMap(g -> g.instances().stream())
            .filter(Summary.InstanceSummary::nullified)
            .map(Summary.InstanceSummary::id)
            .collect(Collectors.toSet());
    return plan.blocks().stream()
        .flatMap(
            block ->
                times(block.number()).stream()
                    .flatMap(
                        times ->
                            block.instances().stream()
                                .filter(i -> i.group().equals(group))
                                .filter(i -> !nullified.contains(i.id()))
                                .map(i -> new Located(i.id(), times))))
        .toList();
  }

  private Optional<RunState.BlockTimes> times(int block) {
    return run.blocks().stream().filter(b -> b.number() == block).findFirst();
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
    try {
      return Files.isRegularFile(directory.experiment())
          ? Files.readString(directory.experiment())
          : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static <T> T required(Path file, Class<T> type) {
    if (!Files.isRegularFile(file)) {
      throw new LabException(
          ExitCode.WRONG_EXPERIMENT,
          Problem.in(
              file.toString(),
              "there is no such file, so this is not the directory of a finished run",
              "Give the directory that `jitterlab run` printed at its end."));
    }
    try {
      return Json.read(file, type);
    } catch (UncheckedIOException e) {
      throw new LabException(
          ExitCode.RUN_FAILED,
          Problem.in(
                  file.toString(),
                  "the file cannot be read",
                  "Run the experiment again; the file was changed or damaged after it was written.")
              .withDetails(String.valueOf(e.getCause().getMessage())));
    }
  }
}
