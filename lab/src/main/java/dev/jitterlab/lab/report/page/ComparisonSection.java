package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.TickTimes;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.words.Decision;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.ticks.TickMetric;
import java.util.ArrayList;
import java.util.List;

/** Each group against the baseline: first all groups by the primary metric, then every metric. */
final class ComparisonSection implements Section {
  /** Up to so many groups besides the baseline are shown unfolded. */
  private static final int UNFOLDED_GROUPS = 2;

  @Override
  public String id() {
    return "comparison";
  }

  @Override
  public String title() {
    return "Comparison with the baseline";
  }

  @Override
  public String lead(ReportData data) {
    return "A ratio below 1 means less than "
        + data.summary().baseline()
        + ". “Not decided” means that chance may explain it, all groups taken into account: so the"
        + " bar of the 95 % interval has to stay well clear of the line at 1.";
  }

  @Override
  public void write(Html html, ReportData data) {
    List<Summary.Comparison> comparisons = data.summary().comparisons();
    if (comparisons.isEmpty()) {
      html.element(
          "p",
          data.summary().groups().size() < 2
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
    html.open("table", "class", "cards comparison");
    html.element("caption", primary.title() + " of every group");
    head(html, plot, List.of("Group", "Value"));
    html.open("tr", "class", "baseline")
        .element("th", data.summary().baseline(), "scope", "row")
        .element("td", value(data, data.summary().baseline(), primary), "class", "number")
        .element("td", "baseline", "colspan", "3")
        .closeLine();
    for (Summary.Comparison row : rows) {
      html.open("tr").element("th", row.group(), "scope", "row");
      html.element(
          "td", value(data, row.group(), primary), "class", "number", "data-label", row.group());
      ratio(html, plot, row);
      html.closeLine();
    }
    html.close().closeLine();
  }

  private static void group(Html html, ReportData data, List<Summary.Comparison> comparisons) {
    String primary = data.primaryMetric().key();
    List<String> first = data.summary().shownFirst().stream().map(Metric::key).toList();
    List<Summary.Comparison> main = new ArrayList<>();
    List<Summary.Comparison> rest = new ArrayList<>();
    for (Summary.Comparison comparison : comparisons) {
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

  private static void table(
      Html html, ReportData data, String caption, List<Summary.Comparison> rows) {
    if (rows.isEmpty()) {
      return;
    }
    String baseline = data.summary().baseline();
    String group = rows.getFirst().group();
    html.open("table", "class", "cards comparison");
    html.element("caption", caption);
    ForestPlot plot = new ForestPlot(rows);
    head(html, plot, List.of("Metric", baseline, group));
    for (Summary.Comparison row : rows) {
      Metric metric = data.summary().metric(row.metric()).orElse(null);
      boolean primary = row.metric().equals(data.primaryMetric().key());
      html.open("tr", "class", primary ? "primary" : null);
      html.open("th", "scope", "row").text(metric == null ? row.metric() : metric.title());
      if (primary) {
        html.text(" ").element("span", "the verdict’s", "class", "tag");
      }
      html.close();
      html.element("td", value(data, baseline, metric), "class", "number", "data-label", baseline);
      html.element("td", value(data, group, metric), "class", "number", "data-label", group);
      ratio(html, plot, row);
      html.closeLine();
    }
    html.close().closeLine();
  }

  private static void head(Html html, ForestPlot plot, List<String> firstColumns) {
    html.open("thead").open("tr");
    for (int i = 0; i < firstColumns.size(); i++) {
      html.element("th", firstColumns.get(i), "scope", "col", "class", i == 0 ? null : "number");
    }
    html.element("th", "Ratio [95 % interval]", "scope", "col", "class", "number");
    html.open("th", "scope", "col", "class", "forest-cell");
    plot.axis(html);
    html.close().element("th", "In words", "scope", "col");
    html.close().close().open("tbody");
  }

  private static void ratio(Html html, ForestPlot plot, Summary.Comparison row) {
    Decision decision = Decision.of(row);
    html.element("td", ForestPlot.interval(row), "class", "number", "data-label", "ratio");
    html.open("td", "class", "forest-cell");
    plot.row(html, row);
    html.close();
    html.element(
        "td",
        decision.mark() + " " + decision.word(),
        "class",
        "word " + decision.word().replace(' ', '-'));
  }

  /** The groups' own figures, where there is nothing to compare. */
  private static void figures(Html html, ReportData data) {
    for (Summary.GroupSummary group : data.summary().groups()) {
      html.open("table", "class", "figures");
      html.element("caption", "Quantiles of " + group.name());
      html.open("thead").open("tr").element("th", "Metric", "scope", "col");
      for (Quantile quantile : Quantile.values()) {
        html.element("th", quantile.title(), "scope", "col", "class", "number");
      }
      html.close().close().open("tbody");
      for (TickMetric time : ReportPage.TICK_TIMES) {
        html.open("tr").element("th", TickTimes.title(time), "scope", "row");
        for (Quantile quantile : Quantile.values()) {
          String value = TickTimes.of(time, quantile).show(group.metrics());
          html.element("td", value, "class", "number");
        }
        html.closeLine();
      }
      html.close().closeLine();
    }
  }

  private static String value(ReportData data, String group, Metric metric) {
    if (metric == null) {
      return Units.NONE;
    }
    return metric.show(data.group(group).map(Summary.GroupSummary::metrics).orElse(null));
  }
}
