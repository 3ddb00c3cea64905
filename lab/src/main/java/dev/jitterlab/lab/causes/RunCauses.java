package dev.jitterlab.lab.causes;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.Diagnosis;
import dev.jitterlab.diagnosis.Listing;
import dev.jitterlab.diagnosis.ServerFiles;
import dev.jitterlab.diagnosis.rule.UserRule;
import dev.jitterlab.diagnosis.timeline.MeasuredSpan;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.RefusedFile;
import dev.jitterlab.lab.collector.AsyncProfiler;
import dev.jitterlab.lab.collector.FlightRecording;
import dev.jitterlab.lab.collector.GcLog;
import dev.jitterlab.lab.collector.JitLog;
import dev.jitterlab.lab.collector.SchedulerTrace;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.rule.RulesReader;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.validity.evidence.RunTicks;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The stage between the execution of a run and its summary: finds the causes of the late ticks and
 * slow requests of all its servers in the measured time.
 */
public final class RunCauses {
  /** The load generators' log of slow requests, in the load's folder. */
  public static final String SLOW_REQUESTS = "slow-requests.csv";

  private RunCauses() {}

  /**
   * Diagnoses the run and writes {@code causes.json}; the same directory gives the same file. Does
   * nothing and returns empty for a run without recordings.
   *
   * @param progress stays the caller's
   * @throws LabException if the directory is not that of a run
   */
  public static Optional<Causes> write(RunDirectory directory, Progress progress) {
    Optional<Causes> causes = of(directory, List.of(), progress);
    causes.ifPresent(found -> Json.write(directory.causes(), found));
    return causes;
  }

  /**
   * Writes {@code causes.json}, for a caller that has shown what is in it.
   *
   * @throws LabException if the system refuses the file
   */
  public static void keep(RunDirectory directory, Causes causes) {
    try {
      Json.write(directory.causes(), causes);
    } catch (UncheckedIOException e) {
      throw RefusedFile.of(e)
          .<RuntimeException>map(
              refused -> refused.failure("the causes were found, but the file was not written"))
          .orElse(e);
    }
  }

  /**
   * Diagnoses the run and writes nothing; empty for a run without recordings.
   *
   * @param rules what to look for beside the patterns and the rules of the run's experiment
   * @param progress stays the caller's
   * @throws LabException if the directory is not that of a run
   */
  public static Optional<Causes> of(
      RunDirectory directory, List<UserRule> rules, Progress progress) {
    requireRun(directory);
    RunState state = Json.read(directory.runState(), RunState.class);
    Plan plan = Json.read(directory.plan(), Plan.class).ran(state);
    List<ServerFiles> servers = servers(directory, state, plan);
    if (servers.stream().noneMatch(one -> one.recording().isPresent())) {
      return Optional.empty();
    }
    return Optional.of(
        CauseTrials.mark(
            directory,
            Diagnosis.of(
                servers,
                Optional.ofNullable(plan.analysis().baseline()),
                both(RulesReader.ofExperiment(directory.experiment()), rules),
                plan.injectsFaults() ? Listing.FOR_SCORES : Listing.FOR_READERS,
                number ->
                    progress.update(
                        new Progress.Doing(
                            "finding the causes of late events",
                            ": server %d of %d".formatted(number, servers.size()))))));
  }

  /** Given rules come in place of the experiment's of the same name. */
  private static List<UserRule> both(List<UserRule> ofExperiment, List<UserRule> given) {
    Map<String, UserRule> byName = new LinkedHashMap<>();
    ofExperiment.forEach(rule -> byName.put(rule.name(), rule));
    given.forEach(rule -> byName.put(rule.name(), rule));
    return List.copyOf(byName.values());
  }

  /** What was diagnosed before; empty if nothing was, or if the file is damaged. */
  public static Optional<Causes> read(RunDirectory directory) {
    return Json.readIfWhole(directory.causes(), Causes.class);
  }

  private static void requireRun(RunDirectory directory) {
    if (!Files.isRegularFile(directory.runState()) || !Files.isRegularFile(directory.plan())) {
      throw LabException.wrong(
          directory.root().toString(),
          "it is not the directory of a run: plan.json or run.json is missing",
          "Give a folder that `./jitterlab run` made, or a recording.");
    }
  }

  private static List<ServerFiles> servers(RunDirectory directory, RunState state, Plan plan) {
    RunTicks times = RunTicks.of(directory, state, plan.timing());
    List<ServerFiles> servers = new ArrayList<>();
    for (Plan.Block block : plan.blocks()) {
      for (Plan.Instance instance : block.instances()) {
        times
            .measured(block.number(), instance.id())
            .map(windows -> files(directory, plan, block.number(), instance, windows))
            .ifPresent(servers::add);
      }
    }
    return servers;
  }

  private static ServerFiles files(
      RunDirectory directory,
      Plan plan,
      int block,
      Plan.Instance instance,
      MeasuredWindows windows) {
    Path folder = directory.instance(instance.id());
    return new ServerFiles(
        instance.id(),
        instance.group(),
        existing(FlightRecording.file(folder)),
        existing(AsyncProfiler.file(folder)),
        existing(GcLog.file(folder)),
        existing(JitLog.file(folder)),
        existing(SchedulerTrace.file(directory.scheduler(block))),
        existing(RunDirectory.ticks(folder)),
        Stream.of(directory.load(block), directory.load(block, instance.id()))
            .map(load -> load.resolve(SLOW_REQUESTS))
            .filter(Files::isRegularFile)
            .toList(),
        windows.parts().stream()
            .map(window -> new MeasuredSpan(nanos(window.from()), nanos(window.to())))
            .toList(),
        plan.subject().tickPackages(),
        OptionalLong.empty());
  }

  private static Optional<Path> existing(Path file) {
    return Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * 1e9);
  }
}
