package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.plan.Plan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RefusalsTest {
  /** Blocks 1 and 3 have {@code first}, 2 and 4 {@code second}. */
  private final Plan plan =
      ScriptedPlans.wishing(
          ScriptedPlans.alternating("good", "good"), "first", Map.of("cpus", "7"));

  private Refusals refusals(List<Plan.Block> left) {
    return Refusals.of(plan, left, asked -> asked.cpus().map(cpus -> "no CPU " + cpus));
  }

  @Test
  void skipsWhatTheMachineCannotRun() {
    Refusals refusals = refusals(plan.blocks());
    assertEquals(Map.of("first", "no CPU 7"), refusals.toSkip());
    assertEquals(refusals.toSkip(), refusals.all());
  }

  @Test
  void doesNotSkipTwiceWhatAnEarlierPartOfTheRunHas() {
    Refusals refusals = refusals(plan.without(Set.of("first")).blocks());
    assertEquals(Map.of(), refusals.toSkip());
    assertEquals(Set.of("first"), refusals.all().keySet(), "its JVM cannot be tried");
  }

  @Test
  void doesNotLeaveOutWhatWasMeasuredBefore() {
    LabException refused =
        assertThrows(LabException.class, () -> refusals(plan.blocks().subList(1, 4)));
    assertEquals(ExitCode.WRONG_EXPERIMENT, refused.exitCode());
    assertTrue(refused.getMessage().contains("no CPU 7"), refused.getMessage());
  }

  @Test
  void skipsNothingOnAMachineThatHasEverything() {
    assertEquals(Map.of(), Refusals.of(plan, plan.blocks(), _ -> Optional.empty()).all());
  }
}
