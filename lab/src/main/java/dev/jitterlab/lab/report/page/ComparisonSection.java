package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.TickTimes;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.table.Table.Cell;
import dev.jitterlab.lab.report.words.Decision;
import dev.jitterlab.lab.report.words.FigureWords;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.ticks.TickTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Each group against the baseline: first all groups by the primary metric, then every metric. */
final class ComparisonSection {
  static final Section SECTION =
      Section.of(
          "comparison",
          "Comparison with the baseline",
          data ->
              ("A ratio below 1 means less than %s. Blue is better, orange is worse. “Not decided”"
                      + " means that chance may explain the difference. The verdict’s metric is corrected for all pairs of groups; up to"
                      + " 5 % of the marks of other metrics may be chance.")
                  .replace("%s", data.summary().baseline()),
          ComparisonSection::write);

  /** Up to so many groups besides the baseline are shown unfolded. */
  private static final int UNFOLDED_GROUPS = 1;

  private static final String OF_VERDICT = "the verdict’s";
  private static final String OF_BASELINE = "A/A, not corrected";

  private ComparisonSection() {}

  private static void write(Html html, ReportData data) {
    List<Summary.Comparison> comparisons = data.summary().comparisons();
    if (comparisons.isEmpty()) {
      html.element(
          "p",
          data.summary().groups().size() == 1
              ? "There is one group only, so there is nothing to compare it with."
              : "No group could be compared with the baseline.",
          "class",
          "none");
      figures(html, data);
      return;
    }
    List<String> groups =
        data.summary().groups().stream()
            .map(Summary.GroupSummary::name)
            .filter(name -> comparisons.stream().anyMatch(c -> c.group().equals(name)))
            .toList();
    if (groups.size() > 1) {
      overview(html, data, comparisons);
    }
    for (String group : groups) {
      boolean unfolded = groups.size() <= UNFOLDED_GROUPS;
      html.open("details", "class", "group", "open", unfolded ? "" : null);
      html.open("summary").element("h3", group + " against " + data.summary().baseline()).close();
      group(html, data, comparisons.stream().filter(c -> c.group().equals(group)).toList());
      html.closeLine();
    }
  }

  private static void overview(Html html, ReportData data, List<Summary.Comparison> comparisons) {
    Metric primary = data.primaryMetric();
    List<Summary.Comparison> rows =
        comparisons.stream().filter(c -> c.metric().equals(primary.key())).toList();
    ForestPlot plot = new ForestPlot(rows);
    String baseline = data.summary().baseline();
    Table table = table(primary.title() + " of every group", "Group").number("Value", "value");
    ratios(table, plot)
        .cells(
            "baseline",
            List.of(
                Cell.of(baseline),
                Cell.of(value(data, baseline, primary)),
                new Cell("baseline", "word", null),
                new Cell("", "forest-cell", null),
                Cell.of("")));
    for (Summary.Comparison row : rows) {
      List<Cell> cells = new ArrayList<>();
      cells.add(name(row.group(), Decision.isOfBaseline(row) ? OF_BASELINE : ""));
      cells.add(Cell.of(value(data, row.group(), primary)));
      cells.addAll(ratio(data, plot, row));
      table.cells(null, cells);
    }
    table.write(html);
  }

  private static void group(Html html, ReportData data, List<Summary.Comparison> comparisons) {
    String primary = data.primaryMetric().key();
    List<String> first = data.summary().shownFirst().stream().map(Metric::key).toList();
    List<Summary.Comparison> main = new ArrayList<>();
    List<Summary.Comparison> rest = new ArrayList<>();
    for (Summary.Comparison comparison : comparisons) {
      if (isUnknown(data, comparison)) {
        continue;
      }
      boolean shown = first.contains(comparison.metric()) || comparison.metric().equals(primary);
      (shown ? main : rest).add(comparison);
    }
    table(html, data, "Main metrics", main);
    if (!rest.isEmpty()) {
      html.open("details").element("summary", "All other metrics (" + rest.size() + ")");
      table(html, data, "All other metrics", rest);
      html.closeLine();
    }
  }

  /** It does not apply, or neither group has it, as of a server that is asked for less. */
  private static boolean isUnknown(ReportData data, Summary.Comparison comparison) {
    return data.summary()
        .metric(comparison.metric())
        .filter(
            metric ->
                !data.summary().applies(metric)
                    || Stream.of(comparison.group(), comparison.baseline())
                        .flatMap(group -> data.summary().group(group).stream())
                        .allMatch(group -> metric.figureOrBound(group.metrics()) == null))
        .filter(metric -> !metric.equals(data.primaryMetric()))
        .isPresent();
  }

  private static void table(
      Html html, ReportData data, String caption, List<Summary.Comparison> rows) {
    if (rows.isEmpty()) {
      return;
    }
    String baseline = data.summary().baseline();
    String group = rows.getFirst().group();
    ForestPlot plot = new ForestPlot(rows);
    Table table = table(caption, "Metric").number(baseline).number(group);
    ratios(table, plot);
    for (Summary.Comparison row : rows) {
      Metric metric = data.summary().metric(row.metric()).orElse(null);
      boolean primary = Decision.isOfVerdict(data.summary(), row);
      String tag = primary ? OF_VERDICT : Decision.isOfBaseline(row) ? OF_BASELINE : "";
      List<Cell> cells = new ArrayList<>();
      cells.add(name(metric == null ? row.metric() : metric.title(), tag));
      cells.add(Cell.of(value(data, baseline, metric)));
      cells.add(Cell.of(value(data, group, metric)));
      cells.addAll(ratio(data, plot, row));
      table.cells(primary ? "primary" : null, cells);
    }
    table.write(html);
  }

  private static Cell name(String title, String tag) {
    return new Cell(
        title,
        null,
        html -> {
          html.text(title);
          if (!tag.isEmpty()) {
            html.text(" ").element("span", tag, "class", "tag");
          }
        });
  }

  private static Table table(String caption, String first) {
    return Table.of(caption).styled("comparison").text(first);
  }

  private static Table ratios(Table table, ForestPlot plot) {
    return table
        .number("Ratio [95 % interval]", "ratio")
        .drawing("forest-cell", plot::axis)
        .text("In words");
  }

  private static List<Cell> ratio(ReportData data, ForestPlot plot, Summary.Comparison row) {
    Decision decision = Decision.of(data.summary(), row);
    Metric metric = data.summary().metric(row.metric()).orElse(null);
    boolean isPrimary = Decision.isOfVerdict(data.summary(), row);
    String colour = decision.judgement(metric).orElse("undecided");
    return List.of(
        Cell.of(Decision.interval(row)),
        new Cell("", null, html -> plot.row(html, row, decision, colour)),
        new Cell(decision.phrase(metric, isPrimary), "word " + colour, null));
  }

  /** The groups' own figures, where there is nothing to compare. */
  private static void figures(Html html, ReportData data) {
    if (!data.plan().hasTicks()) {
      return; // the section of response times has theirs
    }
    for (Summary.GroupSummary group : data.summary().groups()) {
      Table table = Table.of("Quantiles of " + group.name()).only("figures").text("Metric");
      for (Quantile quantile : Quantile.values()) {
        table.number(quantile.title());
      }
      for (TickTime time : ReportPage.TICK_TIMES) {
        List<String> cells = new ArrayList<>(List.of(TickTimes.title(time)));
        for (Quantile quantile : Quantile.values()) {
          cells.add(FigureWords.of(data.summary(), group.name(), TickTimes.of(time, quantile)));
        }
        table.row(cells);
      }
      table.write(html);
    }
  }

  private static String value(ReportData data, String group, Metric metric) {
    return metric == null ? Units.NONE : FigureWords.of(data.summary(), group, metric);
  }
}
