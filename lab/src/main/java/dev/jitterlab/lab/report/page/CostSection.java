package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.LateTicks;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.report.chart.Axis;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.page.ParetoFront.Option;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.words.CostWords;
import dev.jitterlab.lab.report.words.FigureWords;
import dev.jitterlab.lab.summary.Summary.Cost;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;

/**
 * What groups cost and what they give for it: BP$ as the thesis's tables 3 to 5, and Pareto plots.
 */
final class CostSection {
  static final Section SECTION =
      Section.of(
              "cost",
              "Cost",
              "BP$ is what a group gives for its price, the baseline’s being 1: (baseline’s value /"
                  + " value) × (baseline’s price / price). Above 1 is better than the baseline.",
              CostSection::write)
          .where(data -> !data.summary().costs().isEmpty());

  /** With more, the beaten have no names: the table has them. */
  private static final int MOST_NAMED = 16;

  private CostSection() {}

  private static void write(Html html, ReportData data) {
    for (String level : CostWords.levels(data.summary())) {
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

  private static void plot(Html html, ReportData data, List<Cost> costs) {
    List<Option> options = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (Cost cost : costs) {
      Double late = LateTicks.MAIN.in(data.summary().figures(cost.group()));
      if (late == null || FigureWords.isBound(data.summary(), cost.group(), LateTicks.MAIN)) {
        unknown.add(cost.group());
      } else {
        options.add(option(cost, late));
      }
    }
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
    html.note(
        "Further left is cheaper, further down is less late. Filled dots on the line are groups"
            + " that no other group beats so. For a hollow diamond, another group is better in"
            + " one of the two and no worse in the other."
            + (unknown.isEmpty()
                ? ""
                : " Not in the plot, because their share of late ticks is unknown or only a bound: "
                    + String.join(", ", unknown)
                    + "."));
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
    List<Metric> priced =
        Metrics.ofAll().priced().stream().filter(data.summary()::applies).toList();
    Table table = Table.of("BP$ [95 % interval]").text("Group").number("Price per hour");
    priced.forEach(metric -> table.number(metric.title()).number("BP$"));
    for (Cost cost : costs) {
      List<String> cells = new ArrayList<>(List.of(cost.group(), CostWords.price(cost)));
      for (Metric metric : priced) {
        cells.add(FigureWords.of(data.summary(), cost.group(), metric));
        cells.add(CostWords.interval(cost, metric));
      }
      table.row(cells);
    }
    table.write(html);
  }
}
