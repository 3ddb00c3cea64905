package dev.jitterlab.lab.summary;

import static dev.jitterlab.lab.summary.VerdictFixture.RATIO;
import static dev.jitterlab.lab.summary.VerdictFixture.assertMatches;
import static dev.jitterlab.lab.summary.VerdictFixture.outcome;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The best of three groups and more, and what is said of the others. */
class VerdictOfManyGroupsTest {
  @TempDir private Path root;

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

  /** The lowest of them varies too much to be decided to be lower than any. */
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

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root);
  }
}
