package dev.jitterlab.lab.report.text;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.summary.RunComparison;
import dev.jitterlab.lab.summary.RunComparison.FigureBound;
import dev.jitterlab.lab.summary.RunComparison.GroupChange;
import dev.jitterlab.lab.terminal.Terminal;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunComparisonTextTest {
  private static final Terminal PLAIN = new Terminal(false, false, true, 80);

  @Test
  void marksAFigureThatIsOnlyABound() {
    assertTrue(
        text(null, new FigureBound(0.002, null)).matches("(?s).*Drift p99 +≥ 2 ms +1 ms +– .*"));
    assertTrue(
        text(null, new FigureBound(null, 0.002)).matches("(?s).*Drift p99 +< 2 ms +1 ms +– .*"));
    assertTrue(text(0.002, null).matches("(?s).*Drift p99 +2 ms +1 ms +– .*"));
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
            null);
    return RunComparisonText.render(
        new RunComparison(
            "a", List.of("b"), List.of(), List.of(), List.of(change), List.of(), OwnMetrics.NONE),
        PLAIN);
  }
}
