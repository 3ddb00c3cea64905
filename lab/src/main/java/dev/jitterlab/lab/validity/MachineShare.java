package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import java.util.LinkedHashMap;
import java.util.Map;

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
    Map<String, Double> shares = new LinkedHashMap<>();
    evidence
        .measured()
        .forEach(
            (block, window) ->
                MachineCpu.during(window, evidence)
                    .ifPresent(cpu -> shares.put("block " + block, share(cpu))));
    return Finding.ofWorst(
        checkName,
        limit(),
        Worst.greatest(shares),
        this::why,
        remedy(),
        "the machine's CPU time was not sampled");
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
