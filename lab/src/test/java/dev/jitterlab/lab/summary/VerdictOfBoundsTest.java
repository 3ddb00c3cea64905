package dev.jitterlab.lab.summary;

import static dev.jitterlab.lab.summary.VerdictFixture.assertMatches;
import static dev.jitterlab.lab.summary.VerdictFixture.contest;
import static dev.jitterlab.lab.summary.VerdictFixture.outcome;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.metric.CarriedLoad;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.metric.Share;
import dev.jitterlab.lab.statistics.Capacity;
import dev.jitterlab.lab.statistics.LookCorrection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups of which only a bound is known, or nothing. */
class VerdictOfBoundsTest {
  private static final Metric CAPACITY =
      CarriedLoad.metric(new CapacityQuestion("load", "1.1", 0.01));

  @TempDir private Path root;

  /** The pool is better in the other instances, and one hung until its ticks were lost. */
  @Test
  void aGroupDoesNotWinWhoseInstanceHidItsTicks() {
    Summary summary =
        new SummaryBuilder(fixture().tickLogLacks("scheduled-pool/2", 99).write()).build();
    TrialOutcome outcome = summary.outcome();
    TrialOutcome.Pair pair = outcome.againstBaseline().getFirst();

    assertEquals(TrialOutcome.Decision.UNDECIDED, pair.decision());
    assertEquals("at_least", pair.bound());
    assertTrue(
        outcome.reservations().stream()
            .anyMatch(
                why ->
                    why.startsWith(
                        "groups cannot win because of scheduled-pool/2 (its ticks.hlog")),
        outcome.reservations()::toString);
  }

  /** It is worse in the others already, and can be even worse in the one that is not known. */
  @Test
  void aGroupCanLoseWhoseInstanceHidItsTicks() {
    Summary summary =
        new SummaryBuilder(fixture().tickLogLacks("thread-per-task/2", 99).write()).build();
    TrialOutcome.Pair pair = summary.outcome().againstBaseline().getFirst();

    assertEquals("scheduled-pool", pair.group());
    assertEquals(TrialOutcome.Decision.BETTER, pair.decision());
    assertEquals("below", pair.bound());
  }

  /** Its counters could not be read, and those of all others could. */
  @Test
  void aGroupDoesNotWinWhoseInstanceHasNoFigureOfTheMetric() {
    Metric late = Metrics.with(OwnMetrics.NONE).primary("ticks_overdue_ratio");
    Share few = new Share(1, 1_000);
    Share many = new Share(300, 1_000);
    Map<String, List<Share>> groups =
        Map.of("a", Collections.nCopies(6, many), "b", Collections.nCopies(6, few));
    Map<String, List<InstanceFigures>> hidden = new TreeMap<>(contest(late, groups).groups());
    assertEquals(
        TrialOutcome.Decision.BETTER,
        outcome(late, groups).againstBaseline().getFirst().decision());
    List<InstanceFigures> ofB = new ArrayList<>(hidden.get("b"));
    ofB.set(3, InstanceFigures.nothing("b/4"));
    hidden.put("b", ofB);
    TrialOutcome outcome =
        new Verdict(
                late,
                new Contest(true, 42, hidden, LookCorrection.NONE),
                "a",
                Optional.empty(),
                Verdict.LEVEL)
            .of(List.of("a", "b"), Optional.empty(), List.of());

    assertEquals(TrialOutcome.Decision.UNDECIDED, outcome.againstBaseline().getFirst().decision());
  }

  /** Its ticks are lost in one instance, so nobody knows what its figure is. */
  @Test
  void aBoundMayBeTheLowest() {
    assertMatches(
        "No group was found to be the best: scheduled-pool may have the lowest tick drift p99, (≥|at"
            + " least) .*",
        fixture()
            .drift("scheduled-pool", 0.9e6)
            .drift("other-pool", 1e6)
            .tickLogLacks("scheduled-pool/2", 99));
  }

  @Test
  void aGroupOfWhichOnlyABoundIsKnownWinsWhereTheBoundIsEnough() {
    TrialOutcome outcome =
        capacities(
            Map.of("a", atLeast(300, 300, 300, 300, 300), "b", reached(190, 200, 210, 195, 205)));

    assertEquals(TrialOutcome.Kind.DIFFERENCE, outcome.kind());
    assertEquals("a", outcome.best());
    assertEquals("at_least", outcome.rivals().getFirst().bound());
    assertEquals(TrialOutcome.Decision.BETTER, outcome.rivals().getFirst().decision());
    String words = VerdictWords.of(outcome, CAPACITY);
    assertTrue(
        words.startsWith(
            "a carries more load than b: its capacity is at least 300 against 200 (ratio at least"
                + " 1.5, "),
        words);
  }

  /** It may carry more than the best figure: before, it was left out of the sentence. */
  @Test
  void aGroupOfWhichOnlyABoundIsKnownPreventsThatAnotherOneWins() {
    TrialOutcome outcome =
        capacities(
            Map.of("a", atLeast(100, 100, 100, 100, 100), "b", reached(190, 200, 210, 195, 205)));

    assertEquals(TrialOutcome.Kind.UNDECIDED, outcome.kind());
    assertEquals("b", outcome.best());
    assertFalse(outcome.bestOfAll());
    assertTrue(
        VerdictWords.of(outcome, CAPACITY).startsWith("No difference was found between b and a."));
  }

  @Test
  void boundsAloneAreNoDecision() {
    TrialOutcome outcome =
        capacities(Map.of("a", atLeast(100, 100, 100), "b", atLeast(101, 102, 103)));

    assertEquals(TrialOutcome.Kind.BOUND_ONLY, outcome.kind());
    assertTrue(
        VerdictWords.of(outcome, CAPACITY)
            .startsWith(
                "No group's capacity was found, only bounds: b at least 102 and a at least 100."));
  }

  @Test
  void namesAGroupWithoutAFigure() {
    TrialOutcome outcome =
        capacities(
            Map.of(
                "a", reached(300, 310, 305, 295, 290),
                "b", reached(190, 200, 210, 195, 205),
                "c", List.of()));

    assertEquals(List.of("c"), outcome.withoutFigure());
    assertFalse(outcome.bestOfAll(), "nobody knows what c would have carried");
    String words = VerdictWords.of(outcome, CAPACITY);
    assertTrue(words.endsWith(" c has no figure of capacity and was not compared."), words);
  }

  /** Its bounds contradict each other, so that it has no figure; their mean is none either. */
  @Test
  void namesNoFigureOfAGroupThatHasBoundsOnBothSidesOnly() {
    TrialOutcome outcome =
        capacities(
            Map.of(
                "a", reached(300, 310, 305, 295, 290),
                "b", reached(190, 200, 210, 195, 205),
                "c",
                    Stream.concat(
                            atLeast(1000, 1000, 1000).stream(),
                            Stream.of(new Capacity.Below(100), new Capacity.Below(100)))
                        .toList()));

    String words = VerdictWords.of(outcome, CAPACITY);
    assertFalse(words.contains("c ("), words);
    assertTrue(words.endsWith(" c has no figure of capacity and was not compared."), words);
  }

  private static List<Capacity> atLeast(double... loads) {
    return Arrays.stream(loads).mapToObj(load -> (Capacity) new Capacity.AtLeast(load)).toList();
  }

  private static List<Capacity> reached(double... loads) {
    return Arrays.stream(loads).mapToObj(load -> (Capacity) new Capacity.Reached(load)).toList();
  }

  private static TrialOutcome capacities(Map<String, List<Capacity>> groups) {
    return outcome(CAPACITY, new TreeMap<>(groups));
  }

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root);
  }
}
