package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.collect.Environment;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.validity.Status;
import dev.jitterlab.lab.validity.TrialChecks;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What differs between two runs that could be the reason for a difference in their figures. A
 * change of the JDK, of flags or of the server may well be what is to be compared; it is said all
 * the same, since a comparison of runs cannot tell one cause from another.
 */
final class Comparability {
  private final String run;
  private final List<String> warnings = new ArrayList<>();

  private Comparability(String run) {
    this.run = run;
  }

  /** Says what differs, one sentence each; empty where the runs can be compared as they are. */
  static List<String> warnings(
      RunDirectory baseline, MeasuredRun before, RunDirectory run, MeasuredRun after) {
    Comparability comparability = new Comparability(run.root().toString());
    comparability.trials(before, after);
    comparability.plans(before.plan(), after.plan());
    comparability.machines(environment(baseline), environment(run));
    return comparability.warnings;
  }

  private static Optional<Environment> environment(RunDirectory run) {
    return Files.isRegularFile(run.environment())
        ? Optional.of(Json.read(run.environment(), Environment.class))
        : Optional.empty();
  }

  private void trials(MeasuredRun before, MeasuredRun after) {
    Status earlier = TrialChecks.status(before.findings());
    Status later = TrialChecks.status(after.findings());
    if (earlier != Status.VALID) {
      warnings.add("the baseline's trial is " + earlier.word());
    }
    if (later != Status.VALID) {
      warnings.add(run + ": the trial is " + later.word());
    }
  }

  private void plans(Plan before, Plan after) {
    differs("the workload", before.workload(), after.workload());
    differs("the warm-up in seconds", before.warmupSeconds(), after.warmupSeconds());
    differs("a warm-up until steady", before.warmupUntilSteady(), after.warmupUntilSteady());
    differs("the duration in seconds", before.durationSeconds(), after.durationSeconds());
    differs("the execution", before.execution().mode(), after.execution().mode());
    differs("the load", load(before), load(after));
    differs("the number of groups at once", atOnce(before), atOnce(after));
    for (Plan.Group group : after.groups()) {
      before.groups().stream()
          .filter(earlier -> earlier.name().equals(group.name()))
          .findFirst()
          .ifPresent(earlier -> groups(earlier, group));
    }
  }

  /** Without the seed, which is another one in every block. */
  private static List<String> load(Plan plan) {
    Plan.Load load = plan.blocks().getFirst().load();
    return load == null
        ? List.of()
        : load.command().stream().filter(word -> word.startsWith("--") && !isSeed(word)).toList();
  }

  private static boolean isSeed(String word) {
    return word.startsWith("--seed=");
  }

  private static int atOnce(Plan plan) {
    return plan.blocks().getFirst().instances().size();
  }

  private void groups(Plan.Group before, Plan.Group after) {
    differs("the JDK of " + after.name(), before.jdk(), after.jdk());
    differs("the JVM flags of " + after.name(), before.jvmArguments(), after.jvmArguments());
    differs(
        "the server's options of " + after.name(),
        before.serverArguments(),
        after.serverArguments());
  }

  private void machines(Optional<Environment> before, Optional<Environment> after) {
    if (before.isEmpty() || after.isEmpty()) {
      warnings.add(run + ": it is not known whether the machine is the same");
      return;
    }
    Environment earlier = before.get();
    Environment later = after.get();
    differs("the kernel", earlier.kernel(), later.kernel());
    differs("the CPU", earlier.cpuModel(), later.cpuModel());
    differs("the number of cores", earlier.cores(), later.cores());
    differs("the memory in bytes", earlier.memoryBytes(), later.memoryBytes());
    differs("the governor", earlier.governor(), later.governor());
    differs("the mitigations", earlier.mitigations(), later.mitigations());
    differs("the CPU limit", earlier.cgroupCpuLimitCores(), later.cgroupCpuLimitCores());
    differs("the memory limit", earlier.cgroupMemoryLimitBytes(), later.cgroupMemoryLimitBytes());
    differs("the clock source", earlier.clockSource(), later.clockSource());
    differs("the builds of the JDKs", earlier.jdks(), later.jdks());
    differs("the commit of Jitterlab", earlier.jitterlabCommit(), later.jitterlabCommit());
  }

  private void differs(String what, Object before, Object after) {
    if (!Objects.equals(before, after)) {
      warnings.add("%s: %s was %s, is %s".formatted(run, what, before, after));
    }
  }
}
