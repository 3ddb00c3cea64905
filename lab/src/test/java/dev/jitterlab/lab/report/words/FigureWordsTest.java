package dev.jitterlab.lab.report.words;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ResponseLogFixture;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.experiment.PublishedFigure;
import dev.jitterlab.lab.metric.CpuLoad;
import dev.jitterlab.lab.metric.LateTicks;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.Served;
import dev.jitterlab.lab.metric.TickTimes;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.Summary.GroupSummary;
import dev.jitterlab.lab.summary.SummaryBuilder;
import dev.jitterlab.lab.summary.TrialOutcome;
import dev.jitterlab.lab.ticks.TickTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FigureWordsTest {
  @TempDir private Path root;

  /** Four instances have a figure; the fifth may be the worst of all. */
  @Test
  void theFigureOfAGroupWithAHungInstanceIsABound() {
    Summary summary =
        new SummaryBuilder(
                new RunDirectoryFixture(root).tickLogLacks("scheduled-pool/2", 99).write())
            .build();
    Metric drift = TickTimes.of(TickTime.DRIFT, Quantile.P99);

    String pool = FigureWords.of(summary, "scheduled-pool", drift);
    assertTrue(pool.startsWith("≥ "), pool);
    assertEquals(pool.substring(2), drift.show(summary.figures("scheduled-pool")));
    assertFalse(FigureWords.of(summary, "thread-per-task", drift).startsWith("≥"));
    assertEquals(Optional.empty(), FigureWords.notDrawn(summary, drift), "no bound of its own");
    PublishedFigure published =
        new PublishedFigure("It is 1 ms.", "A paper", drift.key(), "scheduled-pool", "1 ms", null);
    String here = PublishedRow.of(List.of(published), summary).getFirst().here();
    assertTrue(here.startsWith(pool + " ("), here);
  }

  /** A server whose ticks fail has less to do: none of its group's figures may look exact. */
  @Test
  void eachFigureOfAGroupThatFailedAtSomethingIsABound() {
    Summary summary =
        new SummaryBuilder(
                new RunDirectoryFixture(root)
                    .processCounter("scheduled-pool/2", "jitterlab_ticks_failed_total", 0)
                    .write())
            .build();

    String cpu = FigureWords.of(summary, "scheduled-pool", CpuLoad.OF_SERVER);
    assertTrue(cpu.startsWith("≥ "), cpu);
    assertTrue(FigureWords.isBound(summary, "scheduled-pool", LateTicks.MAIN));
    String machine = FigureWords.of(summary, "scheduled-pool", CpuLoad.OF_MACHINE);
    assertEquals(CpuLoad.OF_MACHINE.show(summary.figures("scheduled-pool")), machine);
    assertFalse(machine.startsWith("≥ "), "it is only shown: no side of it is worse");
    assertFalse(FigureWords.isBound(summary, "scheduled-pool", Served.PLAYERS));
    String other = FigureWords.of(summary, "thread-per-task", CpuLoad.OF_SERVER);
    assertFalse(other.startsWith("≥ "), other);
    assertFalse(FigureWords.isBound(summary, "thread-per-task", LateTicks.MAIN));
  }

  /** It needs less because it does less. */
  @Test
  void whatLessWorkImprovesIsABoundOfAGroupThatAnsweredLess() {
    RunDirectoryFixture run = new RunDirectoryFixture(root);
    for (int i = 1; i <= 5; i++) {
      run.answered("scheduled-pool/" + i, 0.7);
    }
    Summary summary = new SummaryBuilder(run.write()).build();

    String cpu = FigureWords.of(summary, "scheduled-pool", CpuLoad.OF_SERVER);
    assertTrue(cpu.startsWith("≥ "), cpu);
    assertFalse(FigureWords.isBound(summary, "thread-per-task", CpuLoad.OF_SERVER));
  }

  /** As beside the verdict: else one page would have two figures of a group. */
  @Test
  void responseTimesThatAreBoundsAreMarkedInTheirTable() {
    Summary summary =
        atLeast(
            "scheduled-pool",
            new SummaryBuilder(
                    new RunDirectoryFixture(root)
                        .primaryMetric("response_seconds.p99")
                        .responses(ResponseLogFixture.OPEN)
                        .write())
                .build());

    int p99 = Quantile.P99.ordinal();
    for (GroupSummary group : summary.groups()) {
      String shown = ResponseWords.rows(summary, group).getFirst().quantiles().get(p99);
      assertEquals(group.name().equals("scheduled-pool"), shown.startsWith("≥ "), shown);
    }
  }

  /** The same summary, whose primary metric has nothing but a bound in that group. */
  private static Summary atLeast(String name, Summary summary) {
    TrialOutcome outcome = summary.outcome();
    return new Summary(
        summary.experiment(),
        summary.question(),
        summary.verdict(),
        summary.baseline(),
        summary.primaryMetric(),
        summary.validity(),
        summary.groups(),
        summary.comparisons(),
        summary.metrics(),
        summary.costs(),
        summary.control(),
        summary.undecided(),
        new TrialOutcome(
            outcome.kind(),
            outcome.level(),
            outcome.equivalenceMargin(),
            outcome.best(),
            outcome.bestOfAll(),
            List.of(new TrialOutcome.Figure(name, 1.0, "at_least")),
            outcome.rivals(),
            outcome.againstBaseline(),
            outcome.reservations(),
            outcome.others()),
        summary.sequential(),
        summary.answered());
  }
}
