package dev.jitterlab.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.execution.ScriptedPlans;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.run.RunState.Resumption;
import dev.jitterlab.lab.run.RunState.Skipped;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which blocks of an interrupted run remain. */
class RunStateTest {
  private static final BlockTimes FINISHED = new BlockTimes(1, 1.0, 2.0, 3.0, 4.0, null);

  private static List<Integer> remaining(Plan plan, List<Skipped> skipped, BlockTimes... blocks) {
    RunState state =
        new RunState(
            "running", null, 0, null, List.of(blocks), skipped, List.of(), List.of(), List.of());
    return plan.remaining(state).stream().map(Plan.Block::number).toList();
  }

  /** A block without rotation is written as it was before there was any. */
  @Test
  void slicesAreKeysOfTheirOwnAndNothingElseIsNew() {
    assertEquals(
        "{\"number\":1,\"load_started_at\":1.0,\"measured_from\":2.0,\"measured_to\":3.0,"
            + "\"finished_at\":4.0}",
        Json.writeCompact(FINISHED));
    assertTrue(
        Json.writeCompact(FINISHED.turns(null, List.of(new RunState.Slice("g1/1", 2, 3.0))))
            .endsWith(",\"slices\":[{\"instance\":\"g1/1\",\"from\":2.0,\"to\":3.0}]}"));
  }

  /** Rounds of two blocks: the second one twice, and a block by itself. */
  @Test
  void aRoundThatWasMeasuredAgainCountsOnce() {
    List<RunState.Repetition> repetitions = new ArrayList<>();
    for (int[] again : new int[][] {{3, 2}, {4, 2}, {1, 0}, {3, 2}, {4, 2}}) {
      Integer round = again[1] == 0 ? null : again[1];
      repetitions.add(new RunState.Repetition(again[0], FINISHED, "a reason", round));
    }
    RunState state =
        new RunState(
            "running", null, 0, null, List.of(), List.of(), List.of(), repetitions, List.of());

    assertEquals(3, state.timesRepeated());
  }

  @Test
  void everyBlockRemainsOfARunThatMeasuredNothing() {
    assertEquals(List.of(1, 2, 3), remaining(ScriptedPlans.blocks(3), List.of()));
  }

  @Test
  void aFinishedBlockDoesNotRemain() {
    assertEquals(List.of(2, 3), remaining(ScriptedPlans.blocks(3), List.of(), FINISHED));
  }

  @Test
  void aBlockUnderWayRemains() {
    BlockTimes underWay = new BlockTimes(2, 5.0, 6.0, null, null, null);
    assertEquals(List.of(2, 3), remaining(ScriptedPlans.blocks(3), List.of(), FINISHED, underWay));
  }

  @Test
  void aBlockThatWasMeasuredButIsNotOnTheDiskRemains() {
    BlockTimes notSaved = new BlockTimes(2, 5.0, 6.0, 7.0, null, null);
    assertEquals(List.of(2, 3), remaining(ScriptedPlans.blocks(3), List.of(), FINISHED, notSaved));
  }

  @Test
  void nothingRemainsIfAllBlocksHaveFinished() {
    assertEquals(List.of(), remaining(ScriptedPlans.blocks(1), List.of(), FINISHED));
  }

  @Test
  void groupsThatTheMachineCannotRunAreNotTriedAgain() {
    Plan plan = ScriptedPlans.alternating("unavailable", "good");
    assertEquals(List.of(2, 4), remaining(plan, List.of(new Skipped("first", "no compiler"))));
  }

  private static Resumption resumed(double at, Double endedAt) {
    return new Resumption(
        at, endedAt == null ? "running" : "failed", endedAt, null, List.of(), List.of(), List.of());
  }

  private static Optional<Double> worked(Double endedAt, Resumption... resumptions) {
    List<BlockTimes> blocks =
        List.of(
            new BlockTimes(1, 105.0, 110.0, 120.0, 130.0, null),
            new BlockTimes(2, 5_105.0, 5_110.0, 5_120.0, 5_130.0, null));
    return new RunState(
            "complete",
            null,
            100,
            endedAt,
            blocks,
            List.of(),
            List.of(resumptions),
            List.of(),
            List.of())
        .workedSeconds();
  }

  @Test
  void anUndisturbedRunWorkedFromStartToEnd() {
    assertEquals(Optional.of(5_040.0), worked(5_140.0));
  }

  @Test
  void theTimeOfAnInterruptionIsNoWork() {
    assertEquals(Optional.of(40.0 + 140), worked(5_140.0, resumed(5_000, 140.0)));
    assertEquals(
        Optional.of(40.0 + 20 + 140),
        worked(5_140.0, resumed(1_000, 140.0), resumed(5_000, 1_020.0)));
  }

  @Test
  void aKilledLabWorkedUntilItsLastBlockWasFinished() {
    assertEquals(Optional.of(30.0 + 140), worked(5_140.0, resumed(5_000, null)));
    assertEquals(
        Optional.of(30.0 + 140),
        worked(5_140.0, resumed(1_000, null), resumed(5_000, null)),
        "the second one has finished no block");
    assertEquals(Optional.of(5_035.0), worked(5_140.0, resumed(105, null)), "nor has the first");
  }

  @Test
  void howLongItWorkedIsNotKnownBeforeItEnds() {
    assertEquals(Optional.empty(), worked(null, resumed(5_000, null)));
  }
}
