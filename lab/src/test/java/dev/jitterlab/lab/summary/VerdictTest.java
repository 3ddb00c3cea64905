package dev.jitterlab.lab.summary;

import static dev.jitterlab.lab.summary.VerdictFixture.assertMatches;
import static dev.jitterlab.lab.summary.VerdictFixture.contest;
import static dev.jitterlab.lab.summary.VerdictFixture.verdict;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ResponseLogFixture;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of two groups, of the trial, and of its level. */
class VerdictTest {
  private static final String DETECTABLE =
      "( 5 instances that vary like these show a ratio of [0-9.]+ or more in 4 of 5 trials\\.)";

  @TempDir private Path root;

  @Test
  void praisesTheBaselineWhenItIsBetter() {
    assertMatches(
        "thread-per-task starts its ticks closer to schedule than scheduled-pool: its tick drift"
            + " p99 is [0-9.]+ ms against [0-9.]+ ms \\(ratio 0\\.\\d+, 95 % interval 0\\.\\d+ to"
            + " 0\\.\\d+\\)\\.",
        fixture().drift("scheduled-pool", 10e6));
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
  void hasNothingToCompareOneGroupWith() {
    assertMatches(
        "There is nothing to compare thread-per-task with\\. Its tick drift p99 is [0-9.]+ ms\\.",
        fixture().without("scheduled-pool"));
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
}
