package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.run.Programs;
import dev.jitterlab.lab.run.RunDirectory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Whether the blocks that are left would still measure what the finished ones did (decision 018).
 *
 * <p>Another program (a JDK's build, a jar) or another machine would make one group out of two
 * different things: that is refused. A setting of the same machine is the same for all groups of a
 * block, so that it cannot favour one: that is a warning.
 */
final class Continuity {
  private final RunDirectory directory;
  private final List<Problem> refusals = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private Continuity(RunDirectory directory) {
    this.directory = directory;
  }

  /**
   * Compares what the run began with and what is there now.
   *
   * @return what has changed and does no harm, in words
   * @throws LabException if something has changed that does, with one problem for each
   */
  static List<String> check(
      RunDirectory directory,
      Environment before,
      Environment now,
      Programs programsBefore,
      Programs programsNow) {
    Continuity continuity = new Continuity(directory);
    continuity.programs(programsBefore, programsNow);
    continuity.environments(before, now);
    if (!continuity.refusals.isEmpty()) {
      throw new LabException(ExitCode.WRONG_EXPERIMENT, continuity.refusals);
    }
    return List.copyOf(continuity.warnings);
  }

  private void programs(Programs before, Programs now) {
    Set<String> unrecorded = new TreeSet<>(now.sha256().keySet());
    unrecorded.removeAll(before.sha256().keySet());
    boolean recordedFewer =
        before.inFoldersToo() == null
            && now.sha256().keySet().containsAll(before.sha256().keySet());
    if (!recordedFewer) {
      refuse("the set of jars", before.sha256().keySet(), now.sha256().keySet());
    } else if (!unrecorded.isEmpty()) {
      warnings.add(
          "these jars may have changed, because an earlier Jitterlab did not record them: "
              + String.join(", ", unrecorded));
    }
    before
        .sha256()
        .forEach(
            (jar, sha256) -> {
              if (now.sha256().containsKey(jar)) {
                refuse(jar, "SHA-256 " + sha256, "SHA-256 " + now.sha256().get(jar));
              }
            });
  }

  private void environments(Environment before, Environment now) {
    refuse(
        "the build of the JDKs",
        common(before.jdks(), now.jdks()),
        common(now.jdks(), before.jdks()));
    refuse("the JDK of the lab and the load", before.labJdk(), now.labJdk());
    refuse("the CPU", before.cpuModel(), now.cpuModel());
    refuse("the number of cores", before.cores(), now.cores());
    warn("the kernel", before.kernel(), now.kernel());
    warn("the memory", memory(before), memory(now));
    warn("the governor", before.governor(), now.governor());
    warn("the mitigations", before.mitigations(), now.mitigations());
    warn("the CPU limit", before.cgroupCpuLimitCores(), now.cgroupCpuLimitCores());
    warn("the memory limit", before.cgroupMemoryLimitBytes(), now.cgroupMemoryLimitBytes());
    warn("the clock source", before.clockSource(), now.clockSource());
    warn("whether CPUs may sleep", before.cpuSleep(), now.cpuSleep());
    warn("the timer slack in ns", before.timerSlackNs(), now.timerSlackNs());
    warn("the commit of Jitterlab", before.jitterlabCommit(), now.jitterlabCommit());
  }

  /** Without the JDKs of groups that the machine refused in one of both parts: none was tried. */
  private static Map<String, String> common(Map<String, String> jdks, Map<String, String> others) {
    Map<String, String> common = new TreeMap<>(jdks);
    common.keySet().retainAll(others.keySet());
    return common;
  }

  /** Rounded: another kernel keeps some more or less of it for itself. */
  private static String memory(Environment environment) {
    return environment.memoryBytes() == null ? Units.NONE : Units.bytes(environment.memoryBytes());
  }

  private void refuse(String what, Object before, Object now) {
    if (!Objects.equals(before, now)) {
      refusals.add(
          Problem.in(
              directory.root().toString(),
              "the run cannot be resumed: %s was %s, is %s".formatted(what, before, now),
              "Restore what was there, or begin a new run; what was measured stays readable."));
    }
  }

  private void warn(String what, Object before, Object now) {
    if (!Objects.equals(before, now)) {
      warnings.add("%s was %s, is %s".formatted(what, before, now));
    }
  }
}
