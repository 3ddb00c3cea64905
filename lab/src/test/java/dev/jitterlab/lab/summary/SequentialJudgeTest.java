package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.experiment.Analysis;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.TrialLook;
import dev.jitterlab.lab.run.TrialLook.Outcome;
import dev.jitterlab.lab.run.TrialLook.Standing;
import dev.jitterlab.lab.run.TrialLook.State;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.validity.Answered;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Looks at a trial of at most ten rounds, by the p99 of few ticks. Both groups have the same ticks,
 * in another order, so their ratio is 1.
 */
class SequentialJudgeTest {
  private static final int AT_MOST = 10;
  private static final String BASELINE = UntilDecided.BASELINE;
  private static final String GROUP = UntilDecided.GROUP;
  private static final Metric P99 = Metrics.ofAll().primary("tick_execution_seconds.p99");

  @TempDir private Path root;

  /** Nine ticks of nine instances are 81: their p99 is the greatest of them. */
  @Test
  void aFigureOfOneTickIsOpenAndHasNothingAhead() {
    TrialLook look = look(9, 9);

    Standing standing = look.standings().getFirst();
    assertEquals(Outcome.GO_ON, look.outcome(), look::toString);
    assertEquals(State.OPEN, standing.state(), look::toString);
    assertNull(standing.chance());
    assertNull(standing.detectableRatio());
    assertEquals(1, standing.roundsLeft(), "all that are left");
  }

  @Test
  void theEndOfATrialByOneTickSaysWhyItWasNotDecided() {
    TrialLook look = look(AT_MOST, 9);

    assertEquals(Outcome.AT_MOST, look.outcome(), look::toString);
    assertTrue(
        look.why().contains("in 10 rounds. The figure is that of the single worst tick,"),
        look.why());
    assertNull(look.standings().getFirst().detectableRatio());
  }

  @Test
  void aFigureOfManyTicksEndsWhereMoreRoundsWouldHardlyDecideIt() {
    TrialLook look = look(9, 20);

    Standing standing = look.standings().getFirst();
    assertEquals(Outcome.FUTILITY, look.outcome(), look::toString);
    assertTrue(standing.chance() < 0.05, look::toString);
    assertTrue(standing.detectableRatio() > 1, look::toString);
    assertTrue(Double.isFinite(standing.detectableRatio()), look::toString);
  }

  /** What is slower in one round is faster in the next: they differ by less than the margin. */
  @Test
  void endsWhereTheGroupsAreEqualWithinTheMargin() {
    UntilDecided trials = within(0.1);
    List<InstanceFigures> baseline =
        IntStream.rangeClosed(1, 8)
            .mapToObj(round -> instance(BASELINE, round, 5 + round % 2, 20))
            .toList();
    List<InstanceFigures> group =
        IntStream.rangeClosed(1, 8)
            .mapToObj(round -> instance(GROUP, round, 6 - round % 2, 20))
            .toList();

    TrialLook look = SequentialJudge.look(trials.after(8, baseline, group), trials.plan(), 8, 8);

    assertEquals(Outcome.EQUIVALENCE, look.outcome(), look::toString);
    assertEquals(State.EQUIVALENCE, look.standings().getFirst().state());
    assertEquals(1, look.standings().getFirst().closeness());
    assertTrue(look.why().contains(" do not differ by more than 10 %"), look.why());
  }

  /** One group is as fast as the baseline, and the other one is slower. */
  @Test
  void endsWhereEachGroupIsSettledInItsOwnWay() {
    UntilDecided trials = within(0.1);
    Plan plan = withAnotherGroup(trials.plan(), "slower");
    MeasuredRun run =
        ofThree(
            trials,
            plan,
            eightRounds(BASELINE, 5, 1),
            eightRounds(GROUP, 6, -1),
            eightRounds("slower", 105, 1));

    TrialLook look = SequentialJudge.look(run, plan, 8, 8);

    assertEquals(Outcome.SETTLED, look.outcome(), look::toString);
    assertEquals(
        Map.of(GROUP, State.EQUIVALENCE, "slower", State.DIFFERENCE),
        look.standings().stream().collect(Collectors.toMap(Standing::group, Standing::state)),
        look::toString);
    assertTrue(look.why().contains(" do not differ by more than 10 %"), look.why());
    assertTrue(look.why().contains("slower and " + BASELINE + " differ."), look.why());
  }

  /** Holm's correction hands a comparison's part on when both of its questions are settled. */
  @Test
  void aDifferenceLeavesNothingToOthersWhereEquivalenceIsOpen() {
    UntilDecided asked = within(0.1);
    Standing besideOpen = besideAnother(asked, 0);
    Standing besideDifferent = besideAnother(asked, 400);

    assertEquals(besideOpen.detectableRatio(), besideDifferent.detectableRatio(), 1e-12);
    assertEquals(besideOpen.closeness(), besideDifferent.closeness(), 1e-12);
    UntilDecided notAsked = UntilDecided.of(root.resolve("run"), P99.key(), AT_MOST);
    assertTrue(
        besideAnother(notAsked, 400).detectableRatio()
            < besideAnother(notAsked, 0).detectableRatio());
  }

  /** How a group stands that is not decided, beside another one that is so much slower. */
  private static Standing besideAnother(UntilDecided trials, int slower) {
    Plan plan = withAnotherGroup(trials.plan(), "slower");
    MeasuredRun run =
        ofThree(
            trials,
            plan,
            eightRounds(BASELINE, round -> 10 * round),
            eightRounds(GROUP, round -> 90 - 10 * round),
            eightRounds("slower", round -> 90 - 10 * round + slower));
    TrialLook look = SequentialJudge.look(run, plan, 8, 8);
    assertEquals(
        slower > 0, look.standings().getLast().state() == State.DIFFERENCE, look::toString);
    return look.standings().getFirst();
  }

  private static MeasuredRun ofThree(
      UntilDecided trials,
      Plan plan,
      List<InstanceFigures> baseline,
      List<InstanceFigures> group,
      List<InstanceFigures> slower) {
    return new MeasuredRun(
        plan,
        Metrics.ofAll(),
        List.of(),
        Map.of(),
        Map.of(),
        Map.of(BASELINE, baseline, GROUP, group, "slower", slower),
        Map.of(),
        List.of(),
        Map.of(),
        plan.design().look(8),
        trials.state(),
        new Answered(false, Map.of()),
        Map.of(),
        Map.of());
  }

  private static List<InstanceFigures> eightRounds(String group, IntUnaryOperator slowness) {
    return IntStream.rangeClosed(1, 8)
        .mapToObj(round -> instance(group, round, slowness.applyAsInt(round), 20))
        .toList();
  }

  private static List<InstanceFigures> eightRounds(String group, int slowness, int moreInOdd) {
    return eightRounds(group, round -> slowness + moreInOdd * (round % 2));
  }

  private static Plan withAnotherGroup(Plan plan, String name) {
    Plan.Group like = plan.group(GROUP);
    List<Plan.Group> groups = new ArrayList<>(plan.groups());
    groups.add(
        new Plan.Group(
            name,
            like.variables(),
            like.properties(),
            like.origins(),
            like.jdk(),
            like.jvmArguments(),
            like.serverArguments()));
    return new Plan(
        plan.subject(),
        plan.design(),
        plan.timing(),
        plan.analysis(),
        groups,
        plan.blocks(),
        plan.selection(),
        plan.templates(),
        plan.safeguards());
  }

  private UntilDecided within(double margin) {
    UntilDecided trials = UntilDecided.of(root.resolve("run"), P99.key(), AT_MOST);
    Plan plan = trials.plan();
    Analysis analysis =
        new Analysis(
            plan.analysis().baseline(),
            plan.analysis().primaryMetric(),
            margin,
            plan.analysis().calibration(),
            plan.analysis().loadLevel(),
            plan.analysis().metrics(),
            plan.analysis().published());
    return new UntilDecided(
        new Plan(
            plan.subject(),
            plan.design(),
            plan.timing(),
            analysis,
            plan.groups(),
            plan.blocks(),
            plan.selection(),
            plan.templates(),
            plan.safeguards()),
        trials.state());
  }

  @Test
  void noRatioIsSaidToBeLargeEnoughForAFigureOfOneTick() throws IOException {
    TrialOutcome one = outcome(9);
    TrialOutcome many = outcome(20);

    assertNull(one.againstBaseline().getFirst().detectableRatio());
    assertEquals(List.of(), Verdict.undecided(one));
    assertTrue(many.againstBaseline().getFirst().detectableRatio() > 1, many::toString);
    Path file = root.resolve("outcome.json");
    Json.write(file, one);
    assertFalse(Files.readString(file).contains("Infinity"), one::toString);
  }

  private TrialOutcome outcome(int ticks) {
    return new Verdict(
            P99, run(AT_MOST, ticks).contest(), BASELINE, Optional.empty(), Verdict.LEVEL)
        .of(List.of(BASELINE, GROUP), Optional.empty(), List.of());
  }

  private TrialLook look(int rounds, int ticks) {
    MeasuredRun run = run(rounds, ticks);
    return SequentialJudge.look(run, run.plan(), rounds, rounds);
  }

  /** One group becomes slower from round to round, the other one faster. */
  private MeasuredRun run(int rounds, int ticks) {
    return UntilDecided.of(root.resolve("run"), P99.key(), AT_MOST)
        .after(
            rounds,
            IntStream.rangeClosed(1, rounds)
                .mapToObj(round -> instance(BASELINE, round, round, ticks))
                .toList(),
            IntStream.rangeClosed(1, rounds)
                .mapToObj(round -> instance(GROUP, round, rounds + 1 - round, ticks))
                .toList());
  }

  private static InstanceFigures instance(String group, int round, int slowness, int ticks) {
    Histogram executions = new Histogram(3);
    for (int tick = 0; tick < ticks; tick++) {
      executions.recordValue(1_000_000L + 20_000L * slowness + 1_000L * tick);
    }
    return new InstanceFigures(group + "/" + round, Map.of(P99, Distribution.of(executions)));
  }
}
