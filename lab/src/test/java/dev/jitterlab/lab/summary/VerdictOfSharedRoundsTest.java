package dev.jitterlab.lab.summary;

import static dev.jitterlab.lab.summary.VerdictFixture.contest;
import static dev.jitterlab.lab.summary.VerdictFixture.outcome;
import static dev.jitterlab.lab.summary.VerdictFixture.pauses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.statistics.Censoring;
import dev.jitterlab.lab.ticks.Distribution;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Groups are compared in the rounds of which both have a figure. */
class VerdictOfSharedRoundsTest {
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
}
