package dev.jitterlab.lab.summary;

import static dev.jitterlab.lab.summary.VerdictFixture.RATIO;
import static dev.jitterlab.lab.summary.VerdictFixture.assertMatches;
import static dev.jitterlab.lab.summary.VerdictFixture.contest;
import static dev.jitterlab.lab.summary.VerdictFixture.pauses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.statistics.LookCorrection;
import dev.jitterlab.lab.ticks.Distribution;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A baseline that was measured twice, and what is said of it. */
class VerdictOfBaselineTwiceTest {
  @TempDir private Path root;

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

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root);
  }
}
