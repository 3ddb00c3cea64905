package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.experiment.Sequential;
import dev.jitterlab.lab.host.FakeHost;
import dev.jitterlab.lab.plan.Design;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.TrialJudge;
import dev.jitterlab.lab.progress.Progress.Phase;
import dev.jitterlab.lab.progress.Progress.Status;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.run.TrialLook;
import dev.jitterlab.lab.run.TrialLook.Outcome;
import dev.jitterlab.lab.run.TrialLook.Standing;
import dev.jitterlab.lab.run.TrialLook.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a trial that ends when it is decided is looked at, and where it stops. No processes. */
class SequentialRunTest {
  @TempDir private Path temporary;
  private final SteppedTime time = new SteppedTime();
  private final FakeHost host = new FakeHost(time);
  private final SilentProgress progress = new SilentProgress();
  private final ScriptedJudge judge = new ScriptedJudge();

  /** Says of the round that it was told that the trial is decided; remembers every look. */
  private static final class ScriptedJudge implements TrialJudge {
    private final List<String> looks = new ArrayList<>();
    private int decidedAfter = Integer.MAX_VALUE;

    /** Comparisons beside the one that is open until then. */
    private List<Standing> others = List.of();

    @Override
    public TrialLook look(RunDirectory directory, Plan plan, int block, int rounds) {
      looks.add("block %d, round %d".formatted(block, rounds));
      boolean ends = rounds >= decidedAfter;
      boolean isLast = rounds == plan.design().sequential().atMost();
      return new TrialLook(
          block,
          rounds,
          0.01,
          ends ? Outcome.DIFFERENCE : isLast ? Outcome.AT_MOST : Outcome.GO_ON,
          ends ? "second and first differ." : "nothing is decided.",
          Stream.concat(
                  Stream.of(
                      new Standing(
                          "second",
                          "first",
                          1.1,
                          0.9,
                          1.3,
                          ends ? State.DIFFERENCE : State.OPEN,
                          ends ? 1 : 0.5,
                          0.4,
                          ends || isLast ? 0 : 1,
                          1.2)),
                  others.stream())
              .toList());
    }
  }

  private RunDirectory directory() {
    return new RunDirectory(temporary.resolve("run"));
  }

  private void run(Plan plan) throws InterruptedException {
    new Execution(plan, new byte[0], List.of(), directory(), progress, time, _ -> host)
        .judgedBy(judge)
        .run();
  }

  private RunState state() {
    return Json.read(directory().runState(), RunState.class);
  }

  private static List<Integer> finished(RunState state) {
    return state.finishedBlocks().stream().map(BlockTimes::number).toList();
  }

  private static Plan sequential(Plan plan, int atLeast, int atMost) {
    return new Plan(
        plan.subject(),
        new Design(1, plan.design().execution(), atMost, new Sequential(atLeast, atMost)),
        plan.timing(),
        plan.analysis(),
        plan.groups(),
        plan.blocks(),
        plan.selection(),
        plan.templates(),
        plan.safeguards());
  }

  /** Blocks with one instance of the one group each. */
  private static Plan blocks(int atLeast, int atMost) {
    return sequential(ScriptedPlans.blocks(atMost), atLeast, atMost);
  }

  @Test
  void looksAfterEachBlockAndStopsAtTheOneThatDecides() throws Exception {
    judge.decidedAfter = 3;
    run(blocks(2, 5));

    RunState state = state();
    assertEquals(List.of("block 2, round 2", "block 3, round 3"), judge.looks);
    assertEquals(List.of(1, 2, 3), finished(state));
    assertTrue(state.isComplete());
    TrialLook stop = state.stop().orElseThrow();
    assertEquals(3, stop.block());
    assertEquals(Outcome.DIFFERENCE, stop.outcome());
    assertEquals("After round 3 of at most 5: second and first differ.", progress.notes.getLast());
    assertEquals(
        "After round 2 of at most 5: second against first, ratio 1.1 [0.9, 1.3], 50 % of the way to"
            + " a decision; about 1 more round",
        progress.notes.getFirst());
  }

  @Test
  void tellsOfEachComparisonHowCloseItIs() throws Exception {
    judge.others =
        List.of(
            new Standing("third", "first", 0.5, 0.4, 0.6, State.DIFFERENCE, 1, null, 0, null),
            new Standing("fourth", "first", null, null, null, State.OPEN, 0.2, null, 2, null),
            new Standing("fifth", "first", 1.01, 0.9, 1.1, State.FUTILITY, 0.1, 0.01, 0, 1.2),
            new Standing("sixth", "first", 1.0, 0.99, 1.01, State.EQUIVALENCE, 1, null, 0, null));
    run(blocks(2, 4));

    assertEquals(
        List.of(
            "After round 2 of at most 4: 3 of 5 comparisons are settled.",
            "  second against first, ratio 1.1 [0.9, 1.3], 50 % of the way to a decision; about 1"
                + " more round",
            "  third against first, ratio 0.5 [0.4, 0.6], they differ",
            "  fourth against first, no ratio so far, 20 % of the way to a decision; about 2 more"
                + " rounds",
            "  fifth against first, ratio 1.01 [0.9, 1.1], more rounds would hardly decide it",
            "  sixth against first, ratio 1 [0.99, 1.01], they are equal within the margin"),
        progress.notes.subList(0, 6));
  }

  @Test
  void whatWasNotMeasuredIsNoPartOfThePlanThatRan() throws Exception {
    judge.decidedAfter = 2;
    run(blocks(2, 5));

    Plan ran = blocks(2, 5).ran(state());
    assertEquals(2, ran.blocks().size());
    assertEquals(2, ran.design().instancesPerGroup());
    assertEquals(List.of(), blocks(2, 5).remaining(state()));
  }

  @Test
  void endsUndecidedAfterTheLastBlock() throws Exception {
    run(blocks(2, 3));

    assertEquals(List.of("block 2, round 2", "block 3, round 3"), judge.looks);
    assertEquals(Outcome.AT_MOST, state().stop().orElseThrow().outcome());
    assertTrue(state().isComplete());
  }

  @Test
  void looksAfterWholeRoundsOnlyWhereOneServerRunsAtATime() throws Exception {
    judge.decidedAfter = 2;
    run(sequential(fourRounds(), 1, 4));

    assertEquals(List.of("block 2, round 1", "block 4, round 2"), judge.looks);
    assertEquals(List.of(1, 2, 3, 4), finished(state()));
  }

  /** Two groups, one server at a time. */
  private static Plan fourRounds() {
    Plan two = ScriptedPlans.alternating("good", "good");
    List<Plan.Block> blocks = new ArrayList<>(two.blocks());
    for (Plan.Block block : two.blocks()) {
      Plan.Instance one = block.instances().getFirst();
      int number = one.number() + 2;
      blocks.add(
          new Plan.Block(
              block.number() + 4,
              List.of(
                  new Plan.Instance(
                      one.group() + "/" + number, one.group(), number, one.command(), null)),
              null));
    }
    return new Plan(
        two.subject(),
        two.design(),
        two.timing(),
        two.analysis(),
        two.groups(),
        blocks,
        two.selection(),
        two.templates(),
        two.safeguards());
  }

  @Test
  void countsRoundsThatAreWhole() {
    Plan plan = fourRounds();

    assertEquals(0, plan.rounds(Set.of(1)));
    assertEquals(1, plan.rounds(Set.of(1, 2, 3)));
    assertEquals(2, plan.rounds(Set.of(1, 2, 5, 6)));
    assertEquals(2, plan.without(Set.of("first")).rounds(Set.of(2, 4)), "without the others");
    assertEquals(2, plan.blocksPerRound());
  }

  @Test
  void goesOnWhereItWasInterruptedAndLooksAgainAtWhatItHas() throws Exception {
    run(blocks(2, 3));
    RunState whole = state();
    interrupted(whole.finishedBlocks().subList(0, 2), whole.looks().subList(0, 1));
    judge.looks.clear();
    judge.decidedAfter = 3;
    resume();

    assertEquals(List.of("block 2, round 2", "block 3, round 3"), judge.looks);
    assertEquals(List.of(2, 3), state().looks().stream().map(TrialLook::rounds).toList());
    assertTrue(state().isComplete());
  }

  @Test
  void doesNotGoOnIfItWasDecidedBeforeTheInterruption() throws Exception {
    judge.decidedAfter = 2;
    run(blocks(2, 3));
    RunState whole = state();
    interrupted(whole.finishedBlocks(), whole.looks());
    resume();

    assertEquals(List.of(1, 2), finished(state()));
    assertTrue(state().isComplete());
  }

  /** The run ended while a block with unequal load was measured again. */
  @Test
  void doesNotLookWhileAnEarlierBlockIsMissing() throws Exception {
    run(blocks(2, 4));
    RunState whole = state();
    List<BlockTimes> without =
        Stream.of(1, 3).map(number -> whole.blocks().get(number - 1)).toList();
    interrupted(without, whole.looks().subList(0, 2));
    judge.looks.clear();
    judge.decidedAfter = 3;
    resume();

    assertEquals(List.of("block 3, round 3"), judge.looks, "not at the rounds 1 and 3");
    assertEquals(List.of(1, 3, 2), finished(state()));
  }

  @Test
  void tellsWhenTheFirstLookComesAndThenWhenItIsProbablyDecided() throws Exception {
    run(blocks(2, 4));

    Status first = progress.statuses.getFirst();
    assertFalse(first.towards().orElseThrow().looked());
    assertEquals(first.towards().orElseThrow().secondsAtMost(), 2 * first.secondsLeft(), 1e-6);
    Status later =
        progress.statuses.stream()
            .filter(status -> status.block() == 3 && status.phase() == Phase.MEASURING)
            .findFirst()
            .orElseThrow();
    assertTrue(later.towards().orElseThrow().looked());
    assertEquals(0.5, later.towards().orElseThrow().closeness());
    assertTrue(
        later.secondsLeft() < later.towards().orElseThrow().secondsAtMost(), later.toString());
    assertTrue(
        later.text().startsWith("block 3 of at most 4, measuring, decided in about "),
        later.text());
    assertTrue(later.text().contains(" left, 50 % of the way"), later.text());
  }

  private void interrupted(List<BlockTimes> finished, List<TrialLook> looks) {
    RunState whole = state();
    Json.write(
        directory().runState(),
        new RunState(
            "interrupted",
            "ended by Ctrl-C or a signal",
            whole.startedAt(),
            whole.endedAt(),
            finished,
            List.of(),
            List.of(),
            List.of(),
            looks));
  }

  private void resume() throws Exception {
    Files.deleteIfExists(directory().summary());
    new Execution(InterruptedRun.open(directory()), progress, time, _ -> host)
        .judgedBy(judge)
        .run();
  }
}
