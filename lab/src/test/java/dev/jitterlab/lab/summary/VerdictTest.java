package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerdictTest {
  @TempDir private Path root;

  @Test
  void praisesTheBaselineWhenItIsBetter() {
    assertMatches(
        "thread-per-task keeps the beat better than scheduled-pool: its tick drift p99 is"
            + " [0-9.]+ ms against [0-9.]+ ms, a ratio of 0\\.\\d+"
            + " \\(95 % interval 0\\.\\d+ to 0\\.\\d+\\)\\.",
        fixture().drift("scheduled-pool", 10e6));
  }

  @Test
  void doesNotDecideWhenTheIntervalIncludesOne() {
    assertMatches(
        "The trial does not decide between [a-z-]+ and [a-z-]+: their tick drift p99 is"
            + " [0-9.]+ ms and [0-9.]+ ms, a ratio of [01]\\.?\\d* \\(95 % interval"
            + " 0\\.[89]\\d* to 1\\.\\d+\\); it would take more than 100 instances\\.",
        fixture().drift("scheduled-pool", 1e6));
  }

  @Test
  void saysThatADifferenceIsTooSmallToMatter() {
    assertMatches(
        "[a-z-]+ and [a-z-]+ do not differ by more than 40 %: their tick drift p99 is"
            + " [0-9.]+ ms and [0-9.]+ ms, a ratio of [01]\\.?\\d* \\(95 % interval"
            + " 0\\.[89]\\d* to 1\\.\\d+\\)\\.",
        fixture().drift("scheduled-pool", 1e6).equivalenceMargin(0.4));
  }

  @Test
  void aDifferenceThatMattersIsNotCalledEqual() {
    assertMatches(
        "scheduled-pool keeps the beat better than thread-per-task: .*",
        fixture().equivalenceMargin(0.5));
  }

  @Test
  void saysThatASureDifferenceIsSmall() {
    assertMatches(
        "[a-z-]+ keeps the beat better than [a-z-]+, but by no more than 40 %: its .*",
        fixture().drift("scheduled-pool", 0.8e6).equivalenceMargin(0.4));
  }

  @Test
  void namesTheBestOfManyAndThoseLevelWithIt() {
    assertMatches(
        "(scheduled-pool|other-pool) keeps the beat better than others: its tick drift p99 is"
            + " \\d+ µs against [0-9.]+ ms of thread-per-task, a ratio of 0\\.\\d+ \\(95 % interval"
            + " [0-9.]+ to [0-9.]+\\); it cannot be told apart from"
            + " (scheduled-pool|other-pool) \\(\\d+ µs\\)(; some \\d+ instances would tell it from"
            + " [a-z-]+)?\\.",
        fixture().drift("other-pool", 100_000));
  }

  @Test
  void doesNotDecideAmongManyThatAreLevel() {
    assertMatches(
        "The trial does not decide: [a-z-]+ has the lowest tick drift p99, [0-9.]+ ms, but cannot"
            + " be told apart from [a-z-]+ \\([0-9.]+ ms\\), [a-z-]+ \\([0-9.]+ ms\\)"
            + "(; some \\d+ instances would tell it from [a-z-]+)?\\.",
        fixture().drift("scheduled-pool", 1e6).drift("other-pool", 1e6));
  }

  /** The lowest of them varies too much to be told from any. */
  @Test
  void saysWhatIsDecidedAgainstTheBaselineAllTheSame() {
    assertMatches(
        "The trial does not decide: other-pool has .* cannot be told apart from .*; held against"
            + " thread-per-task alone are decided: scheduled-pool \\(0\\.\\d+ times\\).*",
        fixture()
            .drift("scheduled-pool", 800_000)
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
        "The trial does not decide: [a-z0-9-]+ has the lowest tick drift p99, [0-9.]+ ms, but cannot"
            + " be told apart from ([a-z0-9-]+ \\([0-9.]+ ms\\)(, | and )){4}3 more"
            + "(; some \\d+ instances would tell it from [a-z0-9-]+)?\\.",
        fixture);
  }

  /** A spread of 5 % between instances, and a difference of 4 % that five of them do not show. */
  @Test
  void proposesInstancesFromTheSpreadThatWasSeen() {
    Summary summary = new SummaryBuilder(fixture().drift("scheduled-pool", 0.96e6).write()).build();

    assertEquals(1, summary.undecided().size(), summary::verdict);
    Summary.Undecided open = summary.undecided().getFirst();
    assertEquals(5, open.instances());
    assertTrue(open.instancesNeeded() > 5, open::toString);
    assertTrue(
        summary.verdict().contains("; some %d instances would".formatted(open.instancesNeeded())),
        summary::verdict);
  }

  @Test
  void proposesNothingWhereTheTrialDecides() {
    assertEquals(List.of(), new SummaryBuilder(fixture().write()).build().undecided());
  }

  @Test
  void saysWhyATrialIsWeak() {
    String verdict = verdict(fixture().withoutRecording("scheduled-pool/1"));

    assertTrue(verdict.startsWith("scheduled-pool keeps the beat better"), verdict);
    assertTrue(
        verdict.endsWith(
            "; but the trial is weak: recording.jfr of scheduled-pool/1 is missing or empty,"
                + " and 1 more."),
        verdict);
  }

  @Test
  void warnsOfTheFiguresOfAnInvalidTrial() {
    assertEquals(
        "Invalid trial: at worst, 80 % of the offered load was sent to scheduled-pool/1;"
            + " do not use these figures.",
        verdict(fixture().sent("scheduled-pool/1", 0.8)));
  }

  @Test
  void speaksOfSharesInPercent() {
    assertMatches(
        "scheduled-pool keeps the beat better than thread-per-task: its share of ticks above"
            + " 1\\.1 periods is 0\\.2 % against 2 %, a ratio of 0\\.1"
            + " \\(95 % interval 0\\.1 to 0\\.1\\)\\.",
        fixture().primaryMetric("ticks_late_ratio.1.1"));
  }

  @Test
  void doesNotDecideWhereNoRatioCanBeGiven() {
    assertEquals(
        "The trial does not decide between thread-per-task and scheduled-pool: their share of"
            + " ticks above 4 periods is 0 % and 0 %, without a ratio.",
        verdict(fixture().primaryMetric("ticks_late_ratio.4")));
  }

  @Test
  void leavesTheRepeatedBaselineOut() {
    assertMatches(
        "scheduled-pool keeps the beat better than thread-per-task: [^;]*",
        fixture().calibration("thread-per-task-again", 1e6));
  }

  @Test
  void isWeakWhenTheBaselineDiffersFromItself() {
    assertMatches(
        "scheduled-pool keeps the beat better than thread-per-task: .*; but the trial is weak: the"
            + " baseline, measured twice, differs from itself: tick drift p99, a ratio of 3[0-9.]*"
            + " .*",
        fixture().calibration("thread-per-task-again", 3e6));
  }

  @Test
  void saysOfOneGroupMeasuredTwiceWhetherItDiffersFromItself() {
    assertMatches(
        "The baseline, measured twice, does not differ from itself: tick drift p99, a ratio of"
            + " [01]\\.?\\d* \\(95 % interval 0\\.\\d+ to 1\\.\\d+\\)\\.",
        fixture().without("scheduled-pool").calibration("thread-per-task-again", 1e6));
  }

  @Test
  void saysThatOnlyOnceWhereItDiffersFromItself() {
    assertMatches(
        "The baseline, measured twice, differs from itself: [^;]*",
        fixture().without("scheduled-pool").calibration("thread-per-task-again", 3e6));
  }

  @Test
  void hasNothingToCompareOneGroupWith() {
    assertMatches(
        "There is nothing to compare thread-per-task with: its tick drift p99 is [0-9.]+ ms\\.",
        fixture().without("scheduled-pool"));
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
