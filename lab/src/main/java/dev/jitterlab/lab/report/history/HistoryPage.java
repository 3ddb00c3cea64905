package dev.jitterlab.lab.report.history;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.report.chart.Axis;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.chart.Segment;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.page.ReportPage;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.table.Table.Cell;
import dev.jitterlab.lab.summary.Comparability.Difference;
import dev.jitterlab.lab.summary.RunHistory;
import dev.jitterlab.lab.summary.RunHistory.Change;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A history as one HTML file that opens offline, made as the report is. */
public final class HistoryPage {
  private HistoryPage() {}

  /** Renders the page. */
  public static String render(RunHistory history) {
    Metric metric = metric(history);
    Html html = ReportPage.begin(history.experiment(), "Jitterlab history");
    html.element("p", headline(history, metric), "class", "verdict");
    html.closeLine();
    charts(html, history, metric);
    changes(html, history);
    runs(html, history, metric);
    return ReportPage.end(html, history.groups().stream().map(RunHistory.Group::name).toList());
  }

  /** As the newest run makes it; how a capacity is shown does not hang on the question. */
  static Metric metric(RunHistory history) {
    CapacityQuestion any = new CapacityQuestion("", null, 0);
    return Metrics.with(new OwnMetrics(history.scraped(), any, history.steps()))
        .find(history.metric())
        .orElseThrow();
  }

  private static String headline(RunHistory history, Metric metric) {
    long changed = history.groups().stream().filter(g -> !g.changes().isEmpty()).count();
    return "%s in %s: %s"
        .formatted(
            metric.title(),
            Units.count(history.runs().size(), "run"),
            changed == 0
                ? "no change that chance could not explain."
                : "%s of %s changed."
                    .formatted(
                        Units.count(changed), Units.count(history.groups().size(), "group")));
  }

  private static void charts(Html html, RunHistory history, Metric metric) {
    ReportPage.section(
        html,
        "history",
        "Run by run",
        "A dot is a run, and its line the 95 % interval over the run's instances. A hollow dot"
            + " is only a bound. The level changed at a dashed line. At a dotted line a new"
            + " series begins, because figures before and after it cannot be compared.");
    for (int group = 0; group < history.groups().size(); group++) {
      chart(history, metric, group)
          .ofGroup(
              html,
              group,
              history.groups().get(group).name(),
              metric.title() + " of every run; the figures are in the table below");
    }
    html.closeLine();
  }

  private static void changes(Html html, RunHistory history) {
    ReportPage.section(html, "changes", "Changes");
    if (history.groups().stream().allMatch(group -> group.changes().isEmpty())) {
      html.element("p", "None that chance could not explain.", "class", "none").closeLine();
      return;
    }
    Table table =
        Table.of("Where the level changed")
            .text("Group")
            .text("First run of the new level", "since")
            .text("Change");
    for (RunHistory.Group group : history.groups()) {
      for (Change change : group.changes()) {
        table.cells(
            null,
            List.of(
                Cell.of(group.name()),
                Cell.of(name(history, change.run())),
                new Cell(HistoryText.words(change, history.higherIsBetter()), "word", null)));
      }
    }
    table.write(html);
    html.closeLine();
  }

  private static void runs(Html html, RunHistory history, Metric metric) {
    ReportPage.section(html, "runs", "The runs");
    html.open("div", "class", "wide", "tabindex", "0", "role", "region", "aria-label", "Runs");
    Table table = Table.of(metric.title() + " of every run").only(null).text("Run").text("Trial");
    history.groups().forEach(group -> table.number(group.name(), null));
    table.text("What differs from the run before");
    for (int i = 0; i < history.runs().size(); i++) {
      RunHistory.Run run = history.runs().get(i);
      List<Cell> cells = new ArrayList<>();
      cells.add(Cell.of(name(history, i)));
      cells.add(
          new Cell(
              run.status(),
              null,
              cell -> cell.element("span", run.status(), "class", "badge " + run.status())));
      for (RunHistory.Group group : history.groups()) {
        cells.add(Cell.of(HistoryText.figure(metric, group.points().get(i))));
      }
      int number = i;
      Stream<String> bounds =
          history.groups().stream()
              .map(group -> group.points().get(number).why())
              .filter(Objects::nonNull);
      cells.add(
          Cell.of(
              Stream.concat(run.differences().stream().map(Difference::toString), bounds)
                  .collect(Collectors.joining("; "))));
      table.cells(null, cells);
    }
    table.write(html);
    html.close().closeLine();
  }

  private static Chart chart(RunHistory history, Metric metric, int index) {
    RunHistory.Group group = history.groups().get(index);
    Chart chart =
        Chart.of(
            "history " + index,
            Axis.of("ordinal").title("run").from(-1).to(group.points().size()),
            Axis.of(metric.unit().axis()).logWhereWide());
    for (boolean isBound : new boolean[] {false, true}) {
      List<Point> dots = new ArrayList<>();
      List<List<String>> tips = new ArrayList<>();
      for (int run = 0; run < group.points().size(); run++) {
        RunHistory.Point point = group.points().get(run);
        if (point.value() != null && (point.bound() != null) == isBound) {
          dots.add(new Point(run, point.value()));
          tips.add(List.of(name(history, run), HistoryText.value(metric, point)));
        }
      }
      if (!dots.isEmpty()) {
        ChartSeries series = ChartSeries.dots(dots).group(index).tips(tips);
        chart.add(isBound ? series.hollow() : series);
      }
    }
    List<Segment> intervals = new ArrayList<>();
    for (int run = 0; run < group.points().size(); run++) {
      RunHistory.Point point = group.points().get(run);
      if (point.low() != null) {
        intervals.add(new Segment(run, point.low(), run, point.high()));
      }
    }
    chart.add(ChartSeries.segments(intervals).group(index));
    for (Change change : group.changes()) {
      String ratio = change.ratio() == null ? "changed" : "× " + Units.ratio(change.ratio());
      chart.ruleAt(
          change.run() - 0.5,
          ratio + (change.worse() ? ", worse" : ", better"),
          change.worse() ? "bad" : "good");
    }
    for (int run = 0; run < history.runs().size(); run++) {
      if (history.runs().get(run).breaks()) {
        chart.breakAt(run - 0.5, "new series");
      }
    }
    return chart;
  }

  /** The last part of a run's directory. */
  static String name(RunHistory history, int run) {
    return String.valueOf(Path.of(history.runs().get(run).directory()).getFileName());
  }
}
