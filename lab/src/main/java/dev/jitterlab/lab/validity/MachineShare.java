package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.MachineCpu;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Did the machine leave the servers alone? */
enum MachineShare implements Check {
  /** Time that the hypervisor gave to other guests: the servers are late without a fault. */
  STEAL("machine_steal_ratio"),
  /** On a saturated machine groups compete, and lateness is no longer a server's own. */
  LOAD("machine_cpu_load");

  private final String checkName;

  MachineShare(String checkName) {
    this.checkName = checkName;
  }

  @Override
  public Finding examine(Evidence evidence) {
    Set<Integer> leftOut = leftOut(evidence);
    if (!leftOut.isEmpty() && leftOut.containsAll(evidence.measured().keySet())) {
      return new Finding(
          checkName, Optional.empty(), limit().valid(), Status.VALID, onPurpose(leftOut), "");
    }
    Map<String, Double> shares = new LinkedHashMap<>();
    evidence
        .measured()
        .forEach(
            (block, window) ->
                MachineCpu.during(window, evidence)
                    .filter(_ -> !leftOut.contains(block))
                    .ifPresent(cpu -> shares.put("block " + block, share(cpu))));
    return Finding.ofWorst(
        checkName,
        limit(),
        Worst.greatest(shares),
        worst -> why(worst) + (leftOut.isEmpty() ? "" : "; " + onPurpose(leftOut)),
        remedy(),
        "the machine's CPU time was not sampled");
  }

  private Set<Integer> leftOut(Evidence evidence) {
    return switch (this) {
      case STEAL -> Set.of();
      case LOAD -> evidence.blocksKeptBusy();
    };
  }

  private static String onPurpose(Set<Integer> blocks) {
    return "in %d blocks the machine was kept busy on purpose".formatted(blocks.size());
  }

  private Limit limit() {
    return switch (this) {
      case STEAL -> new Limit(0.01, 0.05);
      case LOAD -> new Limit(0.9, 1);
    };
  }

  private double share(MachineCpu cpu) {
    return switch (this) {
      case STEAL -> cpu.stealRatio();
      case LOAD -> cpu.load();
    };
  }

  private String why(Worst worst) {
    String share = Units.share(worst.value());
    return switch (this) {
      case STEAL ->
          "the hypervisor took away %s of the CPU time in %s".formatted(share, worst.of());
      case LOAD -> "the machine's CPUs were busy %s of the time in %s".formatted(share, worst.of());
    };
  }

  private String remedy() {
    return switch (this) {
      case STEAL -> "Run on a machine without neighbours, or again at another time.";
      case LOAD -> "Offer less load, or take a machine with more cores.";
    };
  }
}
