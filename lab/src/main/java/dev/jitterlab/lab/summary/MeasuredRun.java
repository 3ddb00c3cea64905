package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.validity.Evidence;
import dev.jitterlab.lab.validity.Finding;
import dev.jitterlab.lab.validity.Nullification;
import dev.jitterlab.lab.validity.TrialChecks;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a run measured, read from its directory once. Immutable.
 *
 * @param plan what should have happened
 * @param findings the checks of the trial
 * @param nullified an instance's id to the cause for which it does not count
 * @param figures an instance's id to what it measured; without those that recorded nothing
 * @param counting a group's name to its instances that count
 */
record MeasuredRun(
    Plan plan,
    List<Finding> findings,
    Map<String, String> nullified,
    Map<String, InstanceFigures> figures,
    Map<String, List<InstanceFigures>> counting) {

  /**
   * Reads a run, whole or cut short.
   *
   * @throws LabException if the directory is not that of a run, or a file in it is damaged
   */
  static MeasuredRun read(RunDirectory directory) {
    for (var needed : List.of(directory.plan(), directory.runState())) {
      if (!Files.isRegularFile(needed)) {
        throw new LabException(
            ExitCode.WRONG_EXPERIMENT,
            Problem.in(
                directory.root().toString(),
                "this is not the folder of a run: " + needed.getFileName() + " is missing",
                "Give a folder that `jitterlab run` has written."));
      }
    }
    try (SamplesReader samples = SamplesReader.open(directory).orElse(null)) {
      return of(Evidence.read(directory, Optional.ofNullable(samples)));
    }
  }

  /** Reads the finished blocks of a run that goes on; between two blocks only (decision 006). */
  static MeasuredRun readSoFar(RunDirectory directory) {
    try (SamplesReader samples = SamplesReader.open(directory).orElse(null)) {
      return of(Evidence.soFar(directory, Optional.ofNullable(samples)));
    }
  }

  private static MeasuredRun of(Evidence evidence) {
    Plan plan = evidence.plan();
    Map<String, String> nullified = Nullification.causes(evidence);
    Map<String, InstanceFigures> figures = new LinkedHashMap<>();
    for (Evidence.MeasuredProcess server : evidence.servers()) {
      InstanceFigures.of(server, evidence).ifPresent(f -> figures.put(server.id(), f));
    }
    Map<String, List<InstanceFigures>> counting = new LinkedHashMap<>();
    for (Plan.Group group : plan.groups()) {
      counting.put(
          group.name(),
          instances(plan, group)
              .filter(instance -> !nullified.containsKey(instance.id()))
              .map(instance -> figures.get(instance.id()))
              .toList());
    }
    return new MeasuredRun(plan, TrialChecks.examine(evidence), nullified, figures, counting);
  }

  private static Stream<Plan.Instance> instances(Plan plan, Plan.Group group) {
    return plan.blocks().stream()
        .flatMap(block -> block.instances().stream())
        .filter(instance -> instance.group().equals(group.name()));
  }

  /** The groups of this run against each other. */
  Contest contest() {
    return new Contest(!plan.execution().mode().equals("together"), plan.seed(), counting);
  }
}
