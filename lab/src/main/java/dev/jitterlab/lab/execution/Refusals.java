package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.machine.MachineSettings;
import dev.jitterlab.lab.plan.Plan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Groups that ask for what this machine cannot give them.
 *
 * @param all each group's name to the reason
 * @param toSkip those of them that would be measured now; the others an earlier part of the run has
 *     skipped
 */
record Refusals(Map<String, String> all, Map<String, String> toSkip) {
  /**
   * Asks for every group of a plan.
   *
   * @param left the blocks that are to be measured, without groups that are skipped already
   * @param refusal why a server cannot have that here; empty if it can
   * @throws LabException if a group was measured in this run before
   */
  static Refusals of(
      Plan plan, List<Plan.Block> left, Function<MachineSettings, Optional<String>> refusal) {
    Map<String, String> all = new LinkedHashMap<>();
    Map<String, String> toSkip = new LinkedHashMap<>();
    for (Plan.Group group : plan.groups()) {
      refusal
          .apply(group.machine())
          .ifPresent(
              why -> {
                all.put(group.name(), why);
                if (left.stream().anyMatch(block -> has(block, group))) {
                  requireUnmeasured(plan, left, group, why);
                  toSkip.put(group.name(), why);
                }
              });
    }
    return new Refusals(all, toSkip);
  }

  /** As with status 69: once a group has been measured, it cannot be left out any more. */
  private static void requireUnmeasured(
      Plan plan, List<Plan.Block> left, Plan.Group group, String why) {
    if (plan.blocks().stream()
        .filter(block -> left.stream().noneMatch(one -> one.number() == block.number()))
        .anyMatch(block -> has(block, group))) {
      throw LabException.wrong(
          plan.subject().experiment(),
          "the group %s was measured in this run, and can no longer be measured: %s"
              .formatted(group.name(), why),
          "Restore the machine's settings, or begin a new run.");
    }
  }

  private static boolean has(Plan.Block block, Plan.Group group) {
    return block.instances().stream().anyMatch(instance -> instance.group().equals(group.name()));
  }
}
