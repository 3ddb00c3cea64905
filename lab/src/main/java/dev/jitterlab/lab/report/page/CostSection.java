package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.LateTicks;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.report.chart.Axis;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.page.ParetoFront.Option;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.Summary.BangPerDollar;
import dev.jitterlab.lab.summary.Summary.Cost;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * What groups cost and what they give for it: BP$ as the thesis's tables 3 to 5, and Pareto plots.
 */
public final class CostSection implements Section {
  /** With more, the beaten have no names: the table has them. */
  private static final int MOST_NAMED = 16;

  @Override
  public String id() {
    return "cost";
  }

  @Override
  public String title() {
    return "Cost";
  }

  @Override
  public boolean applies(ReportData data) {
    return !data.summary().costs().isEmpty();
  }

  @Override
  public String lead(ReportData data) {
    return "BP$ is what a group gives for its price, the baseline’s being 1: (baseline’s value /"
        + " value) × (baseline’s price / price). Above 1 is better than the baseline.";
  }

  @Override
  public void write(Html html, ReportData data) {
    for (String level : levels(data.summary())) {
      List<Cost> costs =
          data.summary().costs().stream()
              .filter(cost -> level.equals(Objects.requireNonNullElse(cost.loadLevel(), "")))
              .toList();
      if (!level.isEmpty()) {
        html.element("h3", "Load level " + level);
      }
      plot(html, data, costs);
      table(html, data, costs);
    }
  }

  /** Each load level once; an empty text where there is none. */
  public static List<String> levels(Summary summary) {
    return summary.costs().stream()
        .map(cost -> Objects.requireNonNullElse(cost.loadLevel(), ""))
        .distinct()
        .toList();
  }

  private static void plot(Html html, ReportData data, List<Cost> costs) {
    List<Option> options =
        costs.stream()
            .flatMap(
                cost ->
                    Optional.ofNullable(metrics(data, cost))
                        .map(LateTicks.MAIN::in)
                        .map(late -> option(cost, late))
                        .stream())
            .toList();
    if (options.isEmpty()) {
      return;
    }
    String level = Objects.requireNonNullElse(costs.getFirst().loadLevel(), "");
    List<Option> front = ParetoFront.of(options);
    chart("cost " + level, options, front)
        .write(
            html,
            "Price per hour against the share of late ticks. Not beaten in both: "
                + String.join(", ", front.stream().map(Option::name).toList()));
    html.element(
        "p",
        "Further left is cheaper, further down is less late. Filled dots on the line are the groups"
            + " that no other beats in both; hollow diamonds are beaten.",
        "class",
        "note");
  }

  /** Shape and fill say who is on the front, so that nothing depends on colour. */
  private static Chart chart(String id, List<Option> options, List<Option> front) {
    DoubleSummaryStatistics prices =
        options.stream().mapToDouble(Option::price).summaryStatistics();
    double margin =
        prices.getMax() > prices.getMin()
            ? (prices.getMax() - prices.getMin()) * 0.12
            : prices.getMax() * 0.5;
    double worst = options.stream().mapToDouble(Option::late).max().orElseThrow();
    List<Point> line = new ArrayList<>();
    for (Option option : front) { // in steps: between two options there is nothing to buy
      if (!line.isEmpty()) {
        line.add(new Point(option.price(), line.getLast().value()));
      }
      line.add(new Point(option.price(), option.late()));
    }
    List<Option> beaten = options.stream().filter(one -> !front.contains(one)).toList();
    return Chart.of(
            id,
            Axis.of("number")
                .title("Price per hour")
                .from(Math.max(0, prices.getMin() - margin))
                .to(prices.getMax() + margin),
            Axis.of("share")
                .title("Ticks above 1.1 periods")
                .from(0)
                .to(worst > 0 ? worst * 1.1 : 0.001))
        .large()
        .add(ChartSeries.line(line).style("front", "g0", 2, 5, 4))
        .add(dots(front, true).style("not beaten", "g0", 2))
        .add(
            dots(beaten, options.size() <= MOST_NAMED)
                .style("beaten", "g1", 2)
                .symbol("diamond")
                .hollow());
  }

  private static ChartSeries dots(List<Option> options, boolean named) {
    ChartSeries dots =
        ChartSeries.dots(options.stream().map(one -> new Point(one.price(), one.late())).toList())
            .tips(
                options.stream()
                    .map(
                        one ->
                            List.of(
                                one.name(),
                                Units.number(one.price()) + " per hour",
                                Units.share(one.late()) + " late"))
                    .toList());
    return named ? dots.labels(options.stream().map(Option::name).toList()) : dots;
  }

  private static Option option(Cost cost, double late) {
    boolean baseline = cost.group().equals(cost.baseline());
    return new Option(cost.group() + (baseline ? " (baseline)" : ""), cost.pricePerHour(), late);
  }

  private static void table(Html html, ReportData data, List<Cost> costs) {
    html.open("table", "class", "cards");
    html.element("caption", "BP$ [95 % interval]");
    html.open("thead").open("tr").element("th", "Group", "scope", "col");
    html.element("th", "Price per hour", "scope", "col", "class", "number");
    for (Metric metric : Metrics.ofAll().priced()) {
      html.element("th", metric.title(), "scope", "col", "class", "number");
      html.element("th", "BP$", "scope", "col", "class", "number");
    }
    html.close().close().open("tbody");
    for (Cost cost : costs) {
      html.open("tr").element("th", cost.group(), "scope", "row");
      html.element("td", price(cost), "class", "number", "data-label", "price per hour");
      for (Metric metric : Metrics.ofAll().priced()) {
        String value = metric.show(metrics(data, cost));
        html.element("td", value, "class", "number", "data-label", metric.title());
        html.element("td", interval(cost, metric), "class", "number", "data-label", "BP$");
      }
      html.closeLine();
    }
    html.close().closeLine();
  }

  private static MetricValues metrics(ReportData data, Cost cost) {
    return data.group(cost.group()).map(Summary.GroupSummary::metrics).orElse(null);
  }

  /** All digits that the author gave. */
  public static String price(Cost cost) {
    return BigDecimal.valueOf(cost.pricePerHour()).stripTrailingZeros().toPlainString();
  }

  /** {@code 1.42 [1.38, 1.47]}; a dash where it is not known. */
  private static String interval(Cost cost, Metric metric) {
    BangPerDollar found = cost.bangPerDollar().get(metric.key());
    return figure(cost, metric)
        + (found == null || found.low() == null || found.high() == null
            ? ""
            : " [" + twoDigits(found.low()) + ", " + twoDigits(found.high()) + "]");
  }

  /** {@code 1.42}; a dash where it is not known. */
  public static String figure(Cost cost, Metric metric) {
    BangPerDollar found = cost.bangPerDollar().get(metric.key());
    return found == null ? Units.NONE : twoDigits(found.value());
  }

  private static String twoDigits(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
