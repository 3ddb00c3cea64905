package dev.jitterlab.lab.validity.evidence;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.collect.EventTickRecords;
import dev.jitterlab.lab.collect.LoadDeviation;
import dev.jitterlab.lab.collect.MachineCpu;
import dev.jitterlab.lab.collect.PlannedLoad;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.collector.Attachment;
import dev.jitterlab.lab.collector.Collector;
import dev.jitterlab.lab.collector.FlightRecording;
import dev.jitterlab.lab.collector.Recorded;
import dev.jitterlab.lab.collector.RecordingSettings;
import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.plan.Foreign;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.ticks.MeasuredLog;
import dev.jitterlab.lab.ticks.MeasuredResponses;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.Window;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Everything that a run left behind, read once. What is missing is empty, never an error, so that a
 * run that was cut short can be judged too. Not thread-safe; the samples stay the caller's.
 *
 * @param directory the run
 * @param plan what should have happened, without the groups that this machine cannot run
 * @param state how far the run came
 * @param measured a block's number to when it was measured: all slices of its servers, if it has
 *     some
 * @param processes process id to what became of it
 * @param ticks process id to its ticks in the measured time of its block
 * @param responses server id to its response times in the measured time of its block; of servers
 *     whose load generator records them
 * @param controls what the idle control processes of the measured blocks saw, in the plan's order;
 *     without those that recorded nothing
 * @param samples the scraped samples, where there are any
 * @param environment the machine, where it was written down
 * @param outcomes what the figures came to, as soon as they are made
 */
public record Evidence(
    RunDirectory directory,
    Plan plan,
    RunState state,
    Map<Integer, MeasuredWindows> measured,
    Map<String, ProcessRecord> processes,
    Map<String, MeasuredTicks> ticks,
    Map<String, MeasuredResponses> responses,
    List<IdleControl> controls,
    Optional<SamplesReader> samples,
    Optional<Environment> environment,
    Optional<Outcomes> outcomes) {

  /**
   * A process of the plan whose block was measured.
   *
   * @param id an instance's id or {@code load/<block>}; also its source in the samples
   * @param folder its working directory
   * @param windows when it was measured
   */
  public record MeasuredProcess(String id, int block, Path folder, MeasuredWindows windows) {}

  /**
   * Reads the run.
   *
   * @throws dev.jitterlab.lab.LabException if a tick log is damaged
   */
  public static Evidence read(RunDirectory directory, Optional<SamplesReader> samples) {
    RunState state = Json.read(directory.runState(), RunState.class);
    Plan plan = Json.read(directory.plan(), Plan.class);
    return read(directory, state, plan, samples);
  }

  /**
   * Takes up ticks that servers recorded as events, where the lab was killed before it could. To be
   * called before the samples are opened.
   */
  public static void completeTicks(RunDirectory directory) {
    RunState state = Json.read(directory.runState(), RunState.class);
    Plan plan = Json.read(directory.plan(), Plan.class);
    RunTicks ticks = RunTicks.of(directory, state, plan.timing());
    for (Plan.Block block : plan.ran(state).blocks()) {
      for (Plan.Instance instance : block.instances()) {
        if (instance.ticksByEvent()) {
          ticks
              .measured(block.number(), instance.id())
              .ifPresent(measured -> takeTicks(directory, instance, measured));
        }
      }
    }
  }

  private static void takeTicks(
      RunDirectory directory, Plan.Instance instance, MeasuredWindows measured) {
    Foreign.Ticks ticks = instance.foreign().ticks();
    Path recording = FlightRecording.file(directory.instance(instance.id()));
    EventTickRecords.take(
        directory, instance.id(), recording, ticks.name(), ticks.rateHz(), measured);
  }

  /**
   * Reads the finished blocks of a run that goes on, as if the run had no others.
   *
   * @throws dev.jitterlab.lab.LabException if a tick log is damaged
   */
  public static Evidence soFar(RunDirectory directory, Optional<SamplesReader> samples) {
    RunState state = Json.read(directory.runState(), RunState.class).finished();
    Plan plan = Json.read(directory.plan(), Plan.class);
    Set<Integer> finished =
        state.blocks().stream().map(RunState.BlockTimes::number).collect(Collectors.toSet());
    return read(directory, state, plan.only(finished), samples);
  }

  private static Evidence read(
      RunDirectory directory, RunState state, Plan whole, Optional<SamplesReader> samples) {
    Plan plan = whole.ran(state);
    RunTicks runTicks = RunTicks.of(directory, state, plan.timing());
    Map<String, ProcessRecord> processes = new LinkedHashMap<>();
    List<MeasuredProcess> recorded = new ArrayList<>();
    for (Plan.Block block : plan.blocks()) {
      Path control = directory.control(block.number());
      Map<String, Path> folders = folders(directory, block);
      folders.forEach(
          (id, folder) -> {
            readIfThere(RunDirectory.process(folder), ProcessRecord.class)
                .ifPresent(record -> processes.put(id, record));
            runTicks
                .measured(block.number(), id)
                .filter(
                    _ -> !folder.equals(control)) // its ticks are read as IdleControl wants them
                .map(measured -> new MeasuredProcess(id, block.number(), folder, measured))
                .ifPresent(recorded::add);
          });
    }
    Map<String, MeasuredLog> logs = logs(recorded, runTicks);
    Map<String, MeasuredTicks> ticks = new LinkedHashMap<>();
    Map<String, MeasuredResponses> responses = new LinkedHashMap<>();
    logs.forEach(
        (id, log) -> {
          ticks.put(id, log.ticks());
          responses.putAll(log.responses());
        });
    return new Evidence(
        directory,
        plan,
        state,
        runTicks.measured(),
        processes,
        ticks,
        responses,
        controls(runTicks),
        samples,
        readIfThere(directory.environment(), Environment.class),
        Optional.empty());
  }

  /** The same evidence, and what the figures that were made of it came to. */
  public Evidence with(Outcomes figures) {
    return new Evidence(
        directory,
        plan,
        state,
        measured,
        processes,
        ticks,
        responses,
        controls,
        samples,
        environment,
        Optional.of(figures));
  }

  private static <T> Optional<T> readIfThere(Path file, Class<T> type) {
    return Files.isRegularFile(file) ? Optional.of(Json.read(file, type)) : Optional.empty();
  }

  /** In parallel: nothing is measured any more, and taking the logs apart is all computation. */
  private static Map<String, MeasuredLog> logs(List<MeasuredProcess> processes, RunTicks run) {
    Map<String, MeasuredLog> logs = new ConcurrentHashMap<>();
    processes.parallelStream()
        .forEach(
            process ->
                RunTicks.log(process.folder())
                    .ifPresent(
                        log ->
                            logs.put(
                                process.id(),
                                MeasuredLog.read(
                                    log, process.windows(), run.servers(process.block())))));
    return logs;
  }

  private static List<IdleControl> controls(RunTicks run) {
    return run.measured().entrySet().parallelStream()
        .flatMap(
            block -> IdleControl.read(run.directory(), block.getKey(), block.getValue()).stream())
        .toList();
  }

  private static Map<String, Path> folders(RunDirectory directory, Plan.Block block) {
    Map<String, Path> folders = new LinkedHashMap<>();
    folders.put(IdleControl.id(block.number()), directory.control(block.number()));
    block.instances().forEach(i -> folders.put(i.id(), directory.instance(i.id())));
    if (block.load() != null) {
      folders.put(loadId(block.number()), directory.load(block.number()));
    }
    block.instances().stream()
        .filter(Plan.Instance::hasExternalLoad)
        .forEach(i -> folders.put(block.externalLoadId(i), directory.load(block.number(), i.id())));
    return folders;
  }

  /**
   * Series that are of one server, and who shows them.
   *
   * @param source the server, or its block's load process
   * @param labelSets theirs, in alphabetical order
   */
  public record ShownSeries(String source, List<String> labelSets) {
    /** Takes them as they are. */
    public ShownSeries {
      labelSets = List.copyOf(labelSets);
    }
  }

  /**
   * Finds the series of a server: those that it shows itself, else those that its load shows with
   * the server as their target.
   */
  public ShownSeries shown(MeasuredProcess server, SeriesSelector selector) {
    List<String> own =
        samples.map(reader -> reader.labelSets(server.id(), selector)).orElse(List.of());
    if (!own.isEmpty()) {
      return new ShownSeries(server.id(), own);
    }
    List<String> labels = new ArrayList<>(selector.labels());
    labels.add(LoadDeviation.labels(server.id()));
    SeriesSelector ofTarget = new SeriesSelector(selector.name(), labels);
    String load = loadId(server.block());
    return new ShownSeries(
        load, samples.map(reader -> reader.labelSets(load, ofTarget)).orElse(List.of()));
  }

  /** The id of a block's load process. */
  public static String loadId(int block) {
    return "load/" + block;
  }

  /** The servers of all blocks that were measured, in the plan's order. */
  public List<MeasuredProcess> servers() {
    return plan.blocks().stream()
        .filter(block -> measured.containsKey(block.number()))
        .flatMap(
            block ->
                block.instances().stream()
                    .flatMap(instance -> server(instance.id(), block.number()).stream()))
        .toList();
  }

  private Optional<MeasuredProcess> server(String id, int block) {
    return runTicks()
        .measured(block, id)
        .map(windows -> new MeasuredProcess(id, block, directory.instance(id), windows));
  }

  /** Whether it was measured in slices of its own, and not as long as its whole block. */
  public boolean hasSlices(MeasuredProcess process) {
    return !process.windows().equals(measured.get(process.block()));
  }

  private RunTicks runTicks() {
    return new RunTicks(directory, state, measured);
  }

  /** What collectors recorded of a process, from the start of the load to the measurement's end. */
  public Recorded recorded(MeasuredProcess process) {
    MeasuredWindows measured = process.windows();
    double from =
        state.blocks().stream()
            .filter(block -> block.number() == process.block() && block.loadStartedAt() != null)
            .mapToDouble(RunState.BlockTimes::loadStartedAt)
            .findFirst()
            .orElse(measured.from());
    return new Recorded(
        process.id(),
        process.folder(),
        Window.recorded(from, measured.to()),
        measured.from(),
        plan.subject().tickPackages(),
        samples.map(reader -> reader));
  }

  /** The measured processes that a collector attaches to; of the machine the control processes. */
  public List<MeasuredProcess> attachedTo(Collector collector) {
    Set<Attachment> targets = collector.attachesTo();
    return Stream.of(
            targets.contains(Attachment.SERVER) ? servers() : List.<MeasuredProcess>of(),
            targets.contains(Attachment.LOAD) ? loads() : List.<MeasuredProcess>of(),
            targets.contains(Attachment.CONTROL) || targets.contains(Attachment.MACHINE)
                ? controlProcesses()
                : List.<MeasuredProcess>of())
        .flatMap(List::stream)
        .toList();
  }

  private List<MeasuredProcess> controlProcesses() {
    return controls.stream()
        .map(
            control ->
                new MeasuredProcess(
                    IdleControl.id(control.block()),
                    control.block(),
                    directory.control(control.block()),
                    control.measured()))
        .toList();
  }

  /** What was to be recorded of a server. */
  public RecordingSettings recording(MeasuredProcess server) {
    return plan.group(server.id().substring(0, server.id().lastIndexOf('/'))).recording();
  }

  /** The load processes of all blocks that were measured, in the plan's order. */
  public List<MeasuredProcess> loads() {
    return plan.blocks().stream()
        .filter(block -> block.load() != null)
        .map(Plan.Block::number)
        .filter(measured::containsKey)
        .map(
            block ->
                new MeasuredProcess(
                    loadId(block), block, directory.load(block), measured.get(block)))
        .toList();
  }

  /** The load processes that are none of Jitterlab's own, of all blocks that were measured. */
  public List<MeasuredProcess> externalLoads() {
    return plan.blocks().stream()
        .filter(block -> measured.containsKey(block.number()))
        .flatMap(
            block ->
                block.instances().stream()
                    .filter(Plan.Instance::hasExternalLoad)
                    .map(
                        i ->
                            new MeasuredProcess(
                                block.externalLoadId(i),
                                block.number(),
                                directory.load(block.number(), i.id()),
                                measured.get(block.number()))))
        .toList();
  }

  /**
   * The blocks in which the machine is kept busy on purpose, by a group or by a load that rises
   * until it is too much: that it is full is not examined.
   */
  public Set<Integer> blocksKeptBusy() {
    return plan.blocks().stream()
        .filter(
            block ->
                plan.analysis().metrics().capacity() != null
                    || block.instances().stream()
                        .anyMatch(
                            i -> i.keepsCpusBusy() || plan.group(i.group()).keepsMachineBusy()))
        .map(Plan.Block::number)
        .collect(Collectors.toSet());
  }

  /**
   * Whether the load goes beyond what a server answers on purpose, and perhaps to another height at
   * each: it looks for the greatest rate of requests, or the most players, that the server carries.
   */
  public boolean isLoadTooMuchOnPurpose() {
    CapacityQuestion question = plan.analysis().metrics().capacity();
    return question != null
        && (question.isOfRequests() || isShownByALoad(SeriesSelector.parse(question.load())));
  }

  private boolean isShownByALoad(SeriesSelector gauge) {
    return servers().stream()
        .filter(server -> shown(server, gauge).source().equals(loadId(server.block())))
        .anyMatch(server -> !shown(server, gauge).labelSets().isEmpty());
  }

  /** By what it is told whether a server was steady. */
  public SteadySeries steadySeries(MeasuredProcess server) {
    return plan.blocks().stream()
        .flatMap(
            block ->
                block.instances().stream()
                    .filter(instance -> instance.id().equals(server.id()))
                    .map(block::steadySeries))
        .findFirst()
        .orElseThrow();
  }

  /** The response times of a server, as its load generator recorded them. */
  public MeasuredResponses responses(String server) {
    return responses.getOrDefault(server, MeasuredResponses.NONE);
  }

  /** By how much a counter grew; {@code labels} null for the sum over all label sets. */
  public Optional<Double> increase(
      String source, String metric, String labels, MeasuredWindows windows) {
    return samples.flatMap(reader -> reader.increase(source, metric, labels, windows));
  }

  /** Whether a counter began anew while it was measured; {@code labels} null for any label set. */
  public boolean beginsAnew(String source, String metric, String labels, MeasuredWindows windows) {
    return samples.filter(reader -> reader.beginsAnew(source, metric, labels, windows)).isPresent();
  }

  /**
   * What the plan of the load had for a server.
   *
   * @param counter counts the requests
   */
  public Optional<PlannedLoad> planned(String counter, MeasuredProcess server) {
    return samples.flatMap(
        reader ->
            PlannedLoad.of(reader, counter, loadId(server.block()), server.id(), server.windows()));
  }

  /** What the machine's cores did; empty without samples of them. */
  public Optional<MachineCpu> machineCpu(MeasuredWindows windows) {
    return samples.flatMap(reader -> MachineCpu.during(windows, reader));
  }

  /** The mean of a gauge. */
  public Optional<Double> mean(String source, String metric, MeasuredWindows windows) {
    return samples.flatMap(reader -> reader.mean(source, metric, windows));
  }

  /** The highest sample of a gauge. */
  public Optional<Double> max(String source, String metric, MeasuredWindows windows) {
    return samples.flatMap(reader -> reader.max(source, metric, windows));
  }
}
