package dev.jitterlab.lab.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.summary.RunComparison;
import dev.jitterlab.lab.summary.RunComparison.FigureBound;
import dev.jitterlab.lab.summary.RunComparison.GroupChange;
import dev.jitterlab.lab.terminal.Terminal;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunComparisonTextTest {
  private static final Terminal PLAIN = new Terminal(false, false, true, 160);

  @Test
  void marksAFigureThatIsOnlyABound() {
    assertTrue(
        text(null, new FigureBound(0.002, null)).matches("(?s).*Drift p99 +≥ 2 ms +1 ms +– .*"));
    assertTrue(
        text(null, new FigureBound(null, 0.002)).matches("(?s).*Drift p99 +< 2 ms +1 ms +– .*"));
    assertTrue(text(0.002, null).matches("(?s).*Drift p99 +2 ms +1 ms +– .*"));
  }

  /** Of many metrics that did not change, some differ by chance. */
  @Test
  void marksAreCorrectedForAllMetricsThatAreShown() {
    GroupChange drift = change("tick_drift_seconds.p99", 0.8, 0.03);
    GroupChange execution = change("tick_execution_seconds.p99", 1.01, 0.9);

    assertTrue(text(drift).contains("▼ lower"), text(drift));
    assertTrue(text(drift, execution).contains("○ not decided"), text(drift, execution));
    assertFalse(text(drift, execution).contains("▼ lower"), text(drift, execution));
  }

  /** Ninety comparisons, and those of one group are clear in every metric. */
  @Test
  void marksAreCorrectedOnce() {
    List<String> metrics = Metrics.ofAll().compared().stream().map(Metric::key).limit(15).toList();
    GroupChange[] changes =
        IntStream.range(0, 6)
            .boxed()
            .flatMap(
                group ->
                    metrics.stream()
                        .map(metric -> change("g" + group, metric, 0.8, group == 0 ? 0.003 : 1, 6)))
            .toArray(GroupChange[]::new);

    assertEquals(15, metrics.size());
    assertEquals(15, text(changes).split("▼ lower", -1).length - 1, text(changes));
  }

  private static GroupChange change(String metric, double ratio, double pValue) {
    return change("pool", metric, ratio, pValue, 1);
  }

  /**
   * A change with a p-value.
   *
   * @param groups how many groups are compared by the metric, of which this is the clearest
   */
  private static GroupChange change(
      String group, String metric, double ratio, double pValue, int groups) {
    return new GroupChange(
        "b",
        group,
        metric,
        0.001,
        ratio / 1e3,
        null,
        null,
        ratio,
        ratio - 0.1,
        ratio + 0.1,
        Math.min(1, groups * pValue),
        pValue);
  }

  private static String text(Double before, FigureBound bound) {
    GroupChange change =
        new GroupChange(
            "b",
            "pool",
            "tick_drift_seconds.p99",
            before,
            0.001,
            bound,
            null,
            null,
            null,
            null,
            null,
            null);
    return text(change);
  }

  private static String text(GroupChange... changes) {
    return RunComparisonText.render(
        new RunComparison(
            "a", List.of("b"), List.of(), List.of(), List.of(changes), List.of(), OwnMetrics.NONE),
        PLAIN);
  }
}
