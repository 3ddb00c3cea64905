package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.execution.ProcessRecord;
import dev.jitterlab.lab.execution.RunState;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.RunTicks;
import dev.jitterlab.lab.ticks.Window;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Everything that a run left behind, read once. What is missing is empty, never an error, so that a
 * run that was cut short can be judged too. Not thread-safe; the samples stay the caller's.
 *
 * @param directory the run
 * @param plan what should have happened, without the groups that this machine cannot run
 * @param state how far the run came
 * @param measured a block's number to its measured time
 * @param processes process id to what became of it
 * @param ticks process id to its ticks in the measured time of its block
 * @param samples the scraped samples, where there are any
 */
public record Evidence(
    RunDirectory directory,
    Plan plan,
    RunState state,
    Map<Integer, Window> measured,
    Map<String, ProcessRecord> processes,
    Map<String, MeasuredTicks> ticks,
    Optional<SamplesReader> samples) {

  /**
   * A process of the plan whose block was measured.
   *
   * @param id an instance's id or {@code load/<block>}; also its source in the samples
   * @param folder its working directory
   * @param window the block's measured time
   */
  public record MeasuredProcess(String id, int block, Path folder, Window window) {}

  /**
   * Reads the run.
   *
   * @throws dev.jitterlab.lab.LabException if a tick log is damaged
   */
  public static Evidence read(RunDirectory directory, Optional<SamplesReader> samples) {
    RunState state = Json.read(directory.runState(), RunState.class);
    return read(directory, state, Json.read(directory.plan(), Plan.class), samples);
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
    Plan plan = state.ran(whole);
    RunTicks runTicks = RunTicks.of(directory, state, plan);
    Map<String, ProcessRecord> processes = new LinkedHashMap<>();
    Map<String, MeasuredTicks> ticks = new LinkedHashMap<>();
    for (Plan.Block block : plan.blocks()) {
      Map<String, Path> folders = folders(directory, block);
      folders.forEach(
          (id, folder) -> {
            Path record = RunDirectory.process(folder);
            if (Files.isRegularFile(record)) {
              processes.put(id, Json.read(record, ProcessRecord.class));
            }
          });
      runTicks
          .measured(block.number())
          .ifPresent(window -> ticks.putAll(measuredTicks(folders, window)));
    }
    return new Evidence(directory, plan, state, runTicks.measured(), processes, ticks, samples);
  }

  /** In parallel: nothing is measured any more, and taking the logs apart is all computation. */
  private static Map<String, MeasuredTicks> measuredTicks(
      Map<String, Path> folders, Window window) {
    Map<String, MeasuredTicks> ticks = new ConcurrentHashMap<>();
    folders.entrySet().parallelStream()
        .forEach(
            process ->
                RunTicks.log(process.getValue())
                    .ifPresent(
                        log -> ticks.put(process.getKey(), MeasuredTicks.read(log, window))));
    return ticks;
  }

  private static Map<String, Path> folders(RunDirectory directory, Plan.Block block) {
    Map<String, Path> folders = new LinkedHashMap<>();
    block.instances().forEach(i -> folders.put(i.id(), directory.instance(i.id())));
    if (block.load() != null) {
      folders.put(loadId(block.number()), directory.load(block.number()));
    }
    return folders;
  }

  /** The id of a block's load process. */
  static String loadId(int block) {
    return "load/" + block;
  }

  /** The servers of all blocks that were measured, in the plan's order. */
  public List<MeasuredProcess> servers() {
    return plan.blocks().stream()
        .filter(block -> measured.containsKey(block.number()))
        .flatMap(
            block ->
                block.instances().stream().map(instance -> process(instance.id(), block.number())))
        .toList();
  }

  /** The load processes of all blocks that were measured, in the plan's order. */
  public List<MeasuredProcess> loads() {
    return plan.blocks().stream()
        .filter(block -> block.load() != null)
        .map(Plan.Block::number)
        .filter(measured::containsKey)
        .map(block -> process(loadId(block), block))
        .toList();
  }

  private MeasuredProcess process(String id, int block) {
    Path folder = id.equals(loadId(block)) ? directory.load(block) : directory.instance(id);
    return new MeasuredProcess(id, block, folder, measured.get(block));
  }

  /** By how much a counter grew; {@code labels} null for the sum over all label sets. */
  public Optional<Double> increase(String source, String metric, String labels, Window window) {
    return samples.flatMap(
        reader -> reader.increase(source, metric, labels, window.from(), window.to()));
  }

  /** The mean of a gauge. */
  public Optional<Double> mean(String source, String metric, Window window) {
    return samples.flatMap(reader -> reader.mean(source, metric, window.from(), window.to()));
  }

  /** The highest sample of a gauge. */
  public Optional<Double> max(String source, String metric, Window window) {
    return samples.flatMap(reader -> reader.max(source, metric, window.from(), window.to()));
  }
}
