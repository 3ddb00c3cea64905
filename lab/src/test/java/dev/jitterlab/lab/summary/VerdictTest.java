package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ResponseLogFixture;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.metric.CarriedLoad;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.metric.Share;
import dev.jitterlab.lab.statistics.Capacity;
import dev.jitterlab.lab.statistics.Censoring;
import dev.jitterlab.lab.statistics.LookCorrection;
import dev.jitterlab.lab.ticks.Distribution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerdictTest {
  @TempDir private Path root;

  private static final String RATIO = "\\(ratio [0-9.]+, 95 % interval [0-9.]+ to [0-9.]+\\)";
  private static final String DETECTABLE =
      "( 5 instances that vary like these show a ratio of [0-9.]+ or more in 4 of 5 trials\\.)";

  @Test
  void praisesTheBaselineWhenItIsBetter() {
    assertMatches(
        "thread-per-task starts its ticks closer to schedule than scheduled-pool: its tick drift"
            + " p99 is [0-9.]+ ms against [0-9.]+ ms \\(ratio 0\\.\\d+, 95 % interval 0\\.\\d+ to"
            + " 0\\.\\d+\\)\\.",
        fixture().drift("scheduled-pool", 10e6));
  }

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

  @Test
  void doesNotDecideWhenTheIntervalIncludesOne() {
    assertMatches(
        "No difference was found between [a-z-]+ and [a-z-]+\\. Their tick drift p99 is"
            + " [0-9.]+ ms and [0-9.]+ ms \\(ratio [01]\\.?\\d*, 95 % interval"
            + " 0\\.[89]\\d* to 1\\.\\d+\\)\\."
            + DETECTABLE,
        fixture().drift("scheduled-pool", 1e6));
  }

  @Test
  void saysThatADifferenceIsTooSmallToMatter() {
    assertMatches(
        "[a-z-]+ and [a-z-]+ do not differ by more than 40 %\\. Their tick drift p99 is"
            + " [0-9.]+ ms and [0-9.]+ ms \\(ratio [01]\\.?\\d*, 95 % interval"
            + " 0\\.[89]\\d* to 1\\.\\d+\\)\\.",
        fixture().drift("scheduled-pool", 1e6).equivalenceMargin(0.4));
  }

  @Test
  void aDifferenceThatMattersIsNotCalledEqual() {
    assertMatches(
        "scheduled-pool starts its ticks closer to schedule than thread-per-task: .*",
        fixture().equivalenceMargin(0.5));
  }

  @Test
  void saysThatASureDifferenceIsSmall() {
    assertMatches(
        "[a-z-]+ starts its ticks closer to schedule than [a-z-]+, but by no more than 40 %: its"
            + " .*",
        fixture().drift("scheduled-pool", 0.8e6).equivalenceMargin(0.4));
  }

  @Test
  void namesTheBestOfManyAndThoseLevelWithIt() {
    assertMatches(
        "(scheduled-pool|other-pool) starts its ticks closer to schedule than thread-per-task: its"
            + " tick drift p99 is \\d+ µs against [0-9.]+ ms of thread-per-task "
            + RATIO
            + "\\. It was not separated from (scheduled-pool|other-pool) \\(\\d+ µs\\)\\.",
        fixture().drift("other-pool", 100_000));
  }

  @Test
  void equivalenceIsSaidOfManyAsWell() {
    SummaryBuilder builder =
        new SummaryBuilder(
            fixture().drift("other-pool", 100_000).equivalenceMargin(0.5).instances(8).write());
    String verdict = builder.build().verdict();

    assertTrue(
        verdict.matches(
            "(scheduled|other)-pool starts its ticks closer to schedule than thread-per-task: .*"
                + " (scheduled|other)-pool does not differ by more than 50 % from"
                + " (scheduled|other)-pool \\(\\d+ µs\\)\\."),
        verdict);
    TrialOutcome outcome = builder.build().outcome();
    assertEquals(TrialOutcome.Kind.DIFFERENCE, outcome.kind());
    assertTrue(outcome.bestOfAll(), "better than one and equivalent to the other");
  }

  @Test
  void doesNotDecideAmongManyThatAreLevel() {
    assertMatches(
        "No group was found to be the best: [a-z-]+ has the lowest tick drift p99, [0-9.]+ ms, but"
            + " it was not separated from [a-z-]+ \\([0-9.]+ ms\\) and [a-z-]+"
            + " \\([0-9.]+ ms\\)\\.",
        fixture().drift("scheduled-pool", 1e6).drift("other-pool", 1e6));
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

  /** The lowest of them varies too much to be told from any. */
  @Test
  void saysWhatIsDecidedAgainstTheBaselineAllTheSame() {
    assertMatches(
        "No group was found to be the best: other-pool has .* it was not separated from .*\\."
            + " Compared with the baseline, thread-per-task: scheduled-pool is lower "
            + RATIO
            + "\\.",
        fixture()
            .drift("scheduled-pool", 700_000)
            .drift("other-pool", 20_000)
            .instanceDrift("other-pool/1", 700_000)
            .instanceDrift("other-pool/2", 600_000));
  }

  @Test
  void namesOnlyTheFirstOfVeryMany() {
    RunDirectoryFixture fixture = fixture().drift("scheduled-pool", 1e6);
    for (int i = 0; i < 6; i++) {
      fixture.drift("group-" + i, 1e6);
    }
    assertMatches(
        "No group was found to be the best: [a-z0-9-]+ has the lowest tick drift p99, [0-9.]+ ms,"
            + " but it was not separated from ([a-z0-9-]+ \\([0-9.]+ ms\\)(, | and )){4}3 more\\.",
        fixture);
  }

  /** A spread of 5 % between instances, and a difference of 4 % that five of them do not show. */
  @Test
  void saysWhatSuchATrialCouldHaveFound() {
    Summary summary = new SummaryBuilder(fixture().drift("scheduled-pool", 0.96e6).write()).build();

    assertEquals(1, summary.undecided().size(), summary::verdict);
    Summary.Undecided open = summary.undecided().getFirst();
    assertEquals(5, open.instances());
    assertEquals(1.2, open.detectableRatio(), 0.1, open::toString);
    assertTrue(summary.verdict().matches(".*" + DETECTABLE), summary::verdict);
  }

  @Test
  void namesNoNumberOfInstancesThatWouldDecide() {
    String verdict = verdict(fixture().drift("scheduled-pool", 0.96e6));

    assertFalse(verdict.contains("would"), verdict);
  }

  @Test
  void leavesNothingOpenWhereTheTrialDecides() {
    assertEquals(List.of(), new SummaryBuilder(fixture().write()).build().undecided());
  }

  @Test
  void saysEveryReasonForWhichATrialIsWeak() {
    String verdict =
        verdict(
            fixture()
                .withoutRecording("scheduled-pool/1")
                .calibration("thread-per-task-again", 3e6));

    assertTrue(verdict.startsWith("scheduled-pool starts its ticks closer to schedule"), verdict);
    assertTrue(verdict.contains(" The trial is weak: "), verdict);
    assertTrue(verdict.contains("recording.jfr of scheduled-pool/1 is missing"), verdict);
    assertTrue(verdict.contains("the baseline, measured twice, differs from itself"), verdict);
  }

  @Test
  void warnsOfTheFiguresOfAnInvalidTrial() {
    assertEquals(
        "The trial is invalid: at worst, 80 % of the offered load was sent to scheduled-pool/1."
            + " Do not use these figures.",
        verdict(fixture().sentToAll(0.85).sent("scheduled-pool/1", 0.8)));
  }

  /** 0.2 % and 2 % in every instance: alike, but counted. */
  @Test
  void speaksOfSharesInPercentAndDoesNotTakeThemForCertain() {
    assertMatches(
        "scheduled-pool has fewer late ticks than thread-per-task: its share of ticks above"
            + " 1\\.1 periods is 0\\.2 % against 2 % \\(ratio 0\\.1, 95 % interval 0\\.0[4-7]\\d*"
            + " to 0\\.1[4-9]\\d*\\)\\.",
        fixture().primaryMetric("ticks_late_ratio.1.1"));
  }

  @Test
  void doesNotDecideWhereNoRatioCanBeGiven() {
    assertEquals(
        "No difference was found between thread-per-task and scheduled-pool. Their share of"
            + " ticks above 4 periods is 0 % and 0 % (no ratio can be given).",
        verdict(fixture().primaryMetric("ticks_late_ratio.4")));
  }

  @Test
  void leavesTheRepeatedBaselineOut() {
    assertMatches(
        "scheduled-pool starts its ticks closer to schedule than thread-per-task: [^;]*",
        fixture().calibration("thread-per-task-again", 1e6));
  }

  @Test
  void saysOfOneGroupMeasuredTwiceWhetherItDiffersFromItself() {
    assertMatches(
        "The baseline, measured twice, does not differ from itself: its tick drift p99 is"
            + " [0-9.]+ ms and [0-9.]+ ms "
            + RATIO
            + "\\.",
        fixture().without("scheduled-pool").calibration("thread-per-task-again", 1e6));
  }

  @Test
  void saysThatOnlyOnceWhereItDiffersFromItself() {
    assertMatches(
        "The baseline, measured twice, differs from itself: [^;]*\\)\\.",
        fixture().without("scheduled-pool").calibration("thread-per-task-again", 3e6));
  }

  /** No look decides by the worst of all values, so nothing was found out about them. */
  @Test
  void saysNothingOfOneGroupMeasuredTwiceWhereOneTickMakesTheFigure() {
    Metric pauses = Metrics.ofAll().find("gc_pause_length_seconds.p99").orElseThrow();
    List<Distribution> once =
        IntStream.rangeClosed(1, 5).mapToObj(i -> pauses(1_000_000L * i)).toList();
    List<Distribution> again =
        IntStream.rangeClosed(1, 5).mapToObj(i -> pauses(1_500_000L * i)).toList();
    Contest contest =
        new Contest(
            true,
            42,
            contest(pauses, Map.of("a", once, "again", again)).groups(),
            LookCorrection.REFUSAL);

    TrialOutcome outcome =
        new Verdict(pauses, contest, "a", Optional.empty(), Verdict.LEVEL)
            .of(List.of("a"), Optional.of("again"), List.of());

    assertEquals(TrialOutcome.Kind.ITSELF, outcome.kind());
    String words = VerdictWords.of(outcome, pauses);
    assertTrue(words.contains("could not be compared with itself"), words);
  }

  @Test
  void hasNothingToCompareOneGroupWith() {
    assertMatches(
        "There is nothing to compare thread-per-task with\\. Its tick drift p99 is [0-9.]+ ms\\.",
        fixture().without("scheduled-pool"));
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

  /** b lacks the two slow rounds, and by all its instances it seemed the better one. */
  @Test
  void theBestGroupIsFoundInTheInstancesThatAreCompared() {
    Metric cpu = Metrics.ofAll().primary("cpu_load");
    TrialOutcome outcome =
        outcome(
            cpu,
            Map.of("a", List.of(0.1, 0.102, 0.098, 0.5, 0.5), "b", List.of(0.12, 0.123, 0.117)));

    assertEquals("a", outcome.best());
    TrialOutcome.Pair pair = outcome.rivals().getFirst();
    assertEquals(0.1, pair.value(), 1e-9);
    assertEquals(0.12, pair.otherValue(), 1e-9);
    assertEquals(pair.value() / pair.otherValue(), pair.ratio(), 1e-9);
    assertEquals(3, pair.instances());
    assertEquals(TrialOutcome.Decision.BETTER, pair.decision());
  }

  /** A look is taken at a part of the level: what is decided at 5 % may not be at 0.1 %. */
  @Test
  void decidesAtTheLevelOfALook() {
    Metric cpu = Metrics.ofAll().primary("cpu_load");
    Map<String, List<?>> figures =
        Map.of(
            "a",
            List.of(0.1, 0.11, 0.105, 0.1, 0.11),
            "b",
            List.of(0.12, 0.121, 0.12, 0.125, 0.122));
    Verdict last = new Verdict(cpu, contest(cpu, figures), "a", Optional.empty(), 0.05);
    Verdict look = new Verdict(cpu, contest(cpu, figures), "a", Optional.empty(), 0.001);
    List<String> groups = List.of("a", "b");

    TrialOutcome atTheEnd = last.of(groups, Optional.empty(), List.of());
    TrialOutcome early = look.of(groups, Optional.empty(), List.of());

    assertEquals(TrialOutcome.Kind.DIFFERENCE, atTheEnd.kind());
    assertEquals(TrialOutcome.Kind.UNDECIDED, early.kind());
    assertTrue(early.rivals().getFirst().high() > atTheEnd.rivals().getFirst().high());
  }

  private static final Metric CAPACITY =
      CarriedLoad.metric(new CapacityQuestion("load", "1.1", 0.01));

  private static List<Capacity> atLeast(double... loads) {
    return Arrays.stream(loads).mapToObj(load -> (Capacity) new Capacity.AtLeast(load)).toList();
  }

  private static List<Capacity> reached(double... loads) {
    return Arrays.stream(loads).mapToObj(load -> (Capacity) new Capacity.Reached(load)).toList();
  }

  private static TrialOutcome capacities(Map<String, List<Capacity>> groups) {
    return outcome(CAPACITY, new TreeMap<>(groups));
  }

  private static TrialOutcome outcome(Metric metric, Map<String, ? extends List<?>> groups) {
    return new Verdict(metric, contest(metric, groups), "a", Optional.empty(), Verdict.LEVEL)
        .of(groups.keySet().stream().sorted().toList(), Optional.empty(), List.of());
  }

  private static Contest contest(Metric metric, Map<String, ? extends List<?>> groups) {
    Map<String, List<InstanceFigures>> instances = new TreeMap<>();
    groups.forEach(
        (group, readings) ->
            instances.put(
                group,
                IntStream.range(0, readings.size())
                    .mapToObj(
                        i ->
                            new InstanceFigures(
                                group + "/" + (i + 1), Map.of(metric, readings.get(i))))
                    .toList()));
    return new Contest(true, 42, instances, LookCorrection.NONE);
  }

  /** The fewer pauses a setting makes, the more instances have none: they hide no long one. */
  @Test
  void anInstanceWithoutPausesHidesNoFigure() {
    Metric pauses = Metrics.ofAll().find("gc_pause_length_seconds.p99").orElseThrow();
    List<Distribution> nine = Collections.nCopies(5, pauses(9_000_000));
    List<Distribution> five = new ArrayList<>(Collections.nCopies(4, pauses(5_000_000)));
    five.add(Distribution.empty());
    Contest contest = contest(pauses, Map.of("small", nine, "big", five));

    Contest.Meeting meeting = contest.meeting(pauses, "big", "small").orElseThrow();
    assertEquals(Censoring.NONE, meeting.censoring());
    assertEquals(4, meeting.instances());
    assertEquals(5.0 / 9, meeting.ratio().orElseThrow().ratio(), 0.01);
  }

  /** Neither has pauses in a round of the other. */
  @Test
  void groupsThatShareNoRoundAreNotCompared() {
    Metric pauses = Metrics.ofAll().find("gc_pause_length_seconds.p99").orElseThrow();
    Distribution none = Distribution.empty();
    Distribution some = pauses(5_000_000);
    TrialOutcome outcome =
        outcome(
            pauses,
            Map.of(
                "a", List.of(some, some, some, none, none),
                "b", List.of(none, none, none, some, some)));

    assertEquals(TrialOutcome.Kind.UNDECIDED, outcome.kind());
    assertEquals(
        "No difference was found between a and b: no round has a figure of both.",
        VerdictWords.of(outcome, pauses));
  }

  /** The best group varies so much that nothing is decided of it; the two others are clear. */
  @Test
  void aDifferenceBetweenTwoOthersIsOne() {
    Metric cpu = Metrics.ofAll().primary("cpu_load");
    TrialOutcome outcome =
        outcome(
            cpu,
            Map.of(
                "a", List.of(0.02, 0.4, 0.05, 0.3, 0.03),
                "b", List.of(0.2, 0.201, 0.199, 0.2, 0.2),
                "c", List.of(0.3, 0.301, 0.3, 0.299, 0.3)));

    assertEquals("a", outcome.best());
    assertEquals(TrialOutcome.Kind.DIFFERENCE, outcome.kind());
    assertEquals(1, outcome.others().size(), outcome::toString);
    String words = VerdictWords.of(outcome, cpu);
    assertTrue(words.contains("Among the others, b needs less CPU than c (ratio 0.66"), words);
  }

  /** The plan has the worse one of the two first. */
  @Test
  void theRatioOfTwoOthersIsThatOfTheBetterToTheWorse() {
    Metric cpu = Metrics.ofAll().primary("cpu_load");
    TrialOutcome outcome =
        outcome(
            cpu,
            Map.of(
                "a", List.of(0.02, 0.4, 0.05, 0.3, 0.03),
                "b", List.of(0.3, 0.301, 0.3, 0.299, 0.3),
                "c", List.of(0.2, 0.201, 0.199, 0.2, 0.2)));

    String words = VerdictWords.of(outcome, cpu);
    assertTrue(words.contains("Among the others, c needs less CPU than b (ratio 0.66"), words);
  }

  /** Each is better than the next, and the last than the first: each pair has its own rounds. */
  @Test
  void doesNotCallAGroupOpenThatIsBetterThanTheBest() {
    Metric cpu = Metrics.ofAll().primary("cpu_load");
    TrialOutcome outcome =
        new TrialOutcome(
            TrialOutcome.Kind.DIFFERENCE,
            Verdict.LEVEL,
            null,
            "a",
            false,
            List.of(
                new TrialOutcome.Figure("a", 0.2, null),
                new TrialOutcome.Figure("b", 0.25, null),
                new TrialOutcome.Figure("c", 0.3, null)),
            List.of(
                pair("b", 0.25, 0.8, TrialOutcome.Decision.BETTER),
                pair("c", 0.1, 2, TrialOutcome.Decision.WORSE)),
            List.of(),
            List.of(),
            List.of());

    String words = VerdictWords.of(outcome, cpu);
    assertTrue(words.contains("But c needs less CPU than a (ratio 2"), words);
    assertFalse(words.contains("not separated"), words);
  }

  private static TrialOutcome.Pair pair(
      String other, double value, double ratio, TrialOutcome.Decision decision) {
    return new TrialOutcome.Pair(
        "a",
        other,
        0.2,
        value,
        5,
        ratio,
        0.9 * ratio,
        1.1 * ratio,
        null,
        0.001,
        0.003,
        null,
        decision,
        false,
        null);
  }

  /** The best group is found in the rounds that both have; its own other rounds are worse. */
  @Test
  void amongManyEachPairHasTheFiguresOfItsRounds() {
    Metric cpu = Metrics.ofAll().primary("cpu_load");
    TrialOutcome outcome =
        outcome(
            cpu,
            Map.of(
                "a", List.of(0.1, 0.102, 0.098, 0.5, 0.5),
                "b", List.of(0.12, 0.123, 0.117),
                "c", List.of(0.3, 0.31, 0.29, 0.9, 0.9)));

    String words = VerdictWords.of(outcome, cpu);
    assertEquals("a", outcome.best());
    assertFalse(words.contains("26 % against 12 %"), words);
    assertFalse(words.contains("lowest CPU load, 26 %"), words);
    assertTrue(words.contains("10 %"), words);
  }

  private static Distribution pauses(long ns) {
    Histogram pauses = new Histogram(3);
    pauses.recordValueWithCount(ns, 100);
    return Distribution.of(pauses);
  }

  /** All answers took the same time; one group refused one request in eleven at once. */
  @Test
  void aGroupThatRefusesRequestsIsWorse() {
    assertMatches(
        "thread-per-task answers faster than scheduled-pool: its response time p99 is [0-9.]+ ms"
            + " against at least [0-9.]+ s .*",
        fixture()
            .withoutTicks()
            .primaryMetric("response_seconds.p99")
            .responses(ResponseLogFixture.OPEN)
            .refused("scheduled-pool", 10));
  }

  /** What had an answer was as quick in both groups. */
  @Test
  void aGroupThatHangsUntilTheEndIsWorse() {
    assertMatches(
        "thread-per-task answers faster than scheduled-pool: its response time p99 is [0-9.]+ ms"
            + " against at least [0-9.]+ s .*",
        fixture()
            .withoutTicks()
            .primaryMetric("response_seconds.p99")
            .responses(ResponseLogFixture.OPEN)
            .hung("scheduled-pool"));
  }

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root);
  }

  private static void assertMatches(String pattern, RunDirectoryFixture fixture) {
    String verdict = verdict(fixture);
    assertTrue(verdict.matches(pattern), verdict);
  }

  private static String verdict(RunDirectoryFixture fixture) {
    return new SummaryBuilder(fixture.write()).build().verdict();
  }
}
