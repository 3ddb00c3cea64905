package dev.jitterlab.doctor;

import dev.jitterlab.lab.collect.MachineCpu;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.validity.Dependence;
import dev.jitterlab.lab.validity.Finding;
import dev.jitterlab.lab.validity.Status;
import dev.jitterlab.lab.validity.TrialChecks;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.IdleControl;
import dev.jitterlab.lab.validity.evidence.WaitInStalls;
import java.util.List;
import java.util.Optional;

/**
 * What the machine did while nothing but an idle process ran on it. All times are in seconds.
 *
 * @param seconds for how long it was watched
 * @param delayP99 how late the idle process woke up, at the 99th percentile
 * @param delayP999 likewise at the 99.9th
 * @param delayMax likewise at most
 * @param stallsPerMinute how often it stood still for more than 5 ms
 * @param stalledRatio the share of the time in which it stood still
 * @param waitedRatio the share of that in which it waited for a CPU that others had; the rest is
 *     the hypervisor's, or an interrupt's. Null where it never stood still, or the kernel does not
 *     tell
 * @param stealRatio the share of the CPU time that the hypervisor gave to other guests; null where
 *     it was not sampled
 * @param otherCpuRatio the share of the CPU time that all processes used that are not the doctor's,
 *     also those that it cannot see, as in a container; null where it was not sampled
 * @param findings what the checks of a trial say of this machine, where it is not valid
 */
public record Stillness(
    double seconds,
    double delayP99,
    double delayP999,
    double delayMax,
    double stallsPerMinute,
    double stalledRatio,
    Double waitedRatio,
    Double stealRatio,
    Double otherCpuRatio,
    List<String> findings) {
  private static final String OTHER_CPU = "other_processes_cpu_ratio";
  private static final double NS_PER_SECOND = 1e9;

  /** Copies the list. */
  public Stillness {
    findings = List.copyOf(findings);
  }

  /** Reads a finished run of {@code idle.yaml}; empty if its control process recorded nothing. */
  static Optional<Stillness> read(RunDirectory run) {
    try (SamplesReader samples = SamplesReader.open(run).orElse(null)) {
      Evidence evidence = Evidence.read(run, Optional.ofNullable(samples));
      return evidence.controls().stream()
          .findFirst()
          .map(control -> of(control, evidence, samples));
    }
  }

  private static Stillness of(IdleControl control, Evidence evidence, SamplesReader samples) {
    MeasuredWindows measured = control.measured();
    Optional<MachineCpu> cpu = evidence.machineCpu(measured);
    double stalled = control.stalledSeconds();
    return new Stillness(
        measured.seconds(),
        control.drift().quantileNs(0.99) / NS_PER_SECOND,
        control.drift().quantileNs(0.999) / NS_PER_SECOND,
        control.longestSeconds(),
        control.stalls() * 60 / measured.seconds(),
        Math.min(1, stalled / measured.seconds()),
        waitedRatio(control, evidence, samples),
        cpu.map(MachineCpu::stealRatio).orElse(null),
        otherCpuRatio(evidence),
        findings(evidence));
  }

  /** As the lab's own check has it, which reckons from what the cores worked. */
  private static Double otherCpuRatio(Evidence evidence) {
    return TrialChecks.all().stream()
        .filter(check -> check.question().id().equals(OTHER_CPU))
        .flatMap(check -> check.judge(evidence).stream())
        .flatMap(finding -> finding.value().stream())
        .findFirst()
        .orElse(null);
  }

  /** Without what it waits in quiet seconds too, as the lab's own check of stalls has it. */
  private static Double waitedRatio(IdleControl control, Evidence evidence, SamplesReader samples) {
    boolean isCounted = samples != null && control.runQueueSeconds(evidence).isPresent();
    return control.stalledSeconds() == 0 || !isCounted
        ? null
        : Math.min(1, WaitInStalls.seconds(List.of(control), samples) / control.stalledSeconds());
  }

  /** Of what does not depend on the servers alone; there is no comparison to judge here. */
  private static List<String> findings(Evidence evidence) {
    return TrialChecks.all().stream()
        .filter(
            check ->
                check.question().dependsOn().contains(Dependence.OUTSIDE)
                    || check.question().dependsOn().contains(Dependence.CONTROL))
        .flatMap(check -> check.judge(evidence).stream())
        .filter(finding -> finding.status() == Status.WEAK || finding.status() == Status.INVALID)
        .filter(finding -> finding.value().isPresent())
        .map(Finding::why)
        .toList();
  }
}
