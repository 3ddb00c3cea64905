package dev.jitterlab.lab.report.text;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.words.Decision;
import dev.jitterlab.lab.statistics.FalseDiscoveries;
import dev.jitterlab.lab.summary.RunComparison;
import dev.jitterlab.lab.summary.RunComparison.FigureBound;
import dev.jitterlab.lab.summary.RunComparison.GroupChange;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.TextWrap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Runs against an earlier one, as text for the terminal. The marks of all metrics and groups of a
 * run are corrected together ({@link FalseDiscoveries}): many are shown, and of those that did not
 * change some would differ by chance. Not thread-safe.
 */
public final class RunComparisonText {
  private final RunComparison comparison;
  private final Metrics metrics;
  private final Terminal terminal;
  private final StringBuilder out = new StringBuilder();

  private RunComparisonText(RunComparison comparison, Terminal terminal) {
    this.comparison = comparison;
    this.metrics = Metrics.with(comparison.metrics());
    this.terminal = terminal;
  }

  /** Renders the comparison: lines with a line feed at the end of each. */
  public static String render(RunComparison comparison, Terminal terminal) {
    return new RunComparisonText(comparison, terminal).render();
  }

  private String render() {
    for (String run : comparison.runs()) {
      wrapped("", run + " against " + comparison.baseline(), terminal::bold);
      changes(run);
      line("");
    }
    comparison.warnings().forEach(warning -> wrapped("  ", "⚠ " + warning, terminal::yellow));
    if (comparison.warnings().isEmpty()) {
      wrapped("", "✔ same machine, software, flags and load; all trials valid", terminal::green);
    }
    if (!comparison.gates().isEmpty()) {
      line("");
    }
    return out + GateText.render(comparison.gates(), terminal);
  }

  private void changes(String run) {
    List<GroupChange> changes =
        comparison.comparisons().stream().filter(change -> change.run().equals(run)).toList();
    Map<GroupChange, Double> corrected = corrected(changes);
    List<String> groups = changes.stream().map(GroupChange::group).distinct().toList();
    for (String group : groups) {
      line("");
      line(terminal.bold(terminal.shown(group)));
      Table table = Table.plain("lrrrl", "metric", "before", "after", "ratio [95 % interval]", "");
      changes.stream()
          .filter(change -> change.group().equals(group))
          .filter(change -> isKnown(change) || !metric(change).isOptional())
          .forEach(change -> table.row(cells(change, corrected.get(change))));
      table.linesThatFit(terminal).forEach(this::line);
    }
  }

  private Metric metric(GroupChange change) {
    return metrics.find(change.metric()).orElseThrow();
  }

  private static boolean isKnown(GroupChange change) {
    return change.before() != null
        || change.after() != null
        || change.beforeBound() != null
        || change.afterBound() != null;
  }

  /**
   * The p-values of those that have one. They come from those that nothing has corrected: a family
   * that is corrected twice hides what it found.
   */
  private static Map<GroupChange, Double> corrected(List<GroupChange> changes) {
    List<GroupChange> tested = changes.stream().filter(change -> change.p() != null).toList();
    double[] pValues =
        FalseDiscoveries.adjusted(tested.stream().mapToDouble(GroupChange::p).toArray());
    Map<GroupChange, Double> corrected = new HashMap<>();
    for (int i = 0; i < pValues.length; i++) {
      corrected.put(tested.get(i), pValues[i]);
    }
    return corrected;
  }

  /** The p-value is null where there is none. */
  private List<String> cells(GroupChange change, Double pValue) {
    Metric metric = metric(change);
    Summary.Comparison ratio =
        new Summary.Comparison(
            change.metric(),
            change.group(),
            change.group(),
            change.ratio(),
            change.low(),
            change.high(),
            pValue,
            null,
            null,
            null);
    Decision decision = Decision.of(ratio);
    return List.of(
        metric.title(),
        figure(metric, change.before(), change.beforeBound()),
        figure(metric, change.after(), change.afterBound()),
        change.ratio() == null ? Units.NONE : Decision.interval(ratio),
        decision.mark() + " " + decision.word());
  }

  /** A bound is marked as one, as everywhere. */
  private static String figure(Metric metric, Double figure, FigureBound bound) {
    if (bound == null) {
      return metric.format(figure);
    }
    return bound.atLeast() != null
        ? "≥ " + metric.format(bound.atLeast())
        : "< " + metric.format(bound.below());
  }

  private void wrapped(String hanging, String text, UnaryOperator<String> style) {
    String indent = "";
    for (String line : TextWrap.lines(text, terminal.width() - hanging.length())) {
      line(indent + style.apply(terminal.shown(line)));
      indent = hanging;
    }
  }

  private void line(String line) {
    out.append(line).append('\n');
  }
}
