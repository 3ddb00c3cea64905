package dev.jitterlab.lab.report.page;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.view.CauseViews;
import dev.jitterlab.diagnosis.view.LateOverTime;
import dev.jitterlab.diagnosis.view.Waterfall;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.chart.Axis;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Segment;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.words.ShortNames;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Late time by cause: of each group, over time, and from the baseline to another group. */
final class LateTimeCharts {
  private static final double BAR_WIDTH = 16;
  private static final int MOST_WATERFALLS = 3;
  private static final int GRID_LINES = 4;
  private static final MathContext FOUR_DIGITS = new MathContext(4);

  /** Of a waterfall's greater end, what a step must be to have a row of its own. */
  private static final double LEAST_STEP = 0.01;

  private LateTimeCharts() {}

  /** A bar of each group, as long as all its late time; a piece for each cause. */
  static void perGroup(Html html, List<Causes.GroupCauses> groups, CauseColors colors) {
    Chart chart =
        Chart.of(
            "causes",
            Axis.of("share").from(0).to(1).title("share of the group's late time"),
            Axis.names(
                ShortNames.besideRows(groups.stream().map(Causes.GroupCauses::name).toList())));
    Map<String, List<Segment>> pieces = new LinkedHashMap<>();
    for (int row = 0; row < groups.size(); row++) {
      Causes.GroupCauses group = groups.get(row);
      double from = 0;
      for (String cause : colors.shown()) {
        double to = from + colors.seconds(group.secondsByCause(), cause) / group.latenessSeconds();
        if (to > from) {
          pieces
              .computeIfAbsent(cause, _ -> new ArrayList<>())
              .add(new Segment(from, row, to, row));
        }
        from = to;
      }
    }
    pieces.forEach(
        (cause, segments) ->
            chart.add(
                ChartSeries.segments(segments)
                    .style(CauseColors.words(cause), colors.color(cause), BAR_WIDTH)));
    chart.figure(
        html, "Late time by cause", "Stacked bars: late time by cause and group; table below");
    colors.legend(html, colors.shown().stream().filter(pieces::containsKey).toList());
  }

  /** A panel of each group with late time; all reach equally high. */
  static void overTime(Html html, ReportData data, CauseViews views, CauseColors colors) {
    List<LateOverTime> all =
        views.overTime().stream().filter(one -> !one.steps().isEmpty()).toList();
    if (all.isEmpty()) {
      return;
    }
    html.element("h3", "Late time by cause over time");
    double longest = all.stream().mapToDouble(LateOverTime::stepSeconds).max().orElseThrow();
    html.note(
        "The lateness of all "
            + CausesSection.words(data).all()
            + " of a group that were due in each second, by cause. If many are late at once, their"
            + " late time can be longer than the second."
            + (longest > 1 ? " Each bar is the mean of up to " + Units.duration(longest) + "." : "")
            + " A vertical line is a planned change of the servers’ work.");
    double highest =
        all.stream()
            .flatMap(one -> one.steps().stream().map(step -> sum(step) / one.stepSeconds()))
            .mapToDouble(Double::doubleValue)
            .max()
            .orElseThrow();
    List<String> groups = data.summary().groups().stream().map(group -> group.name()).toList();
    html.open("div", "class", "panels");
    for (LateOverTime one : all) {
      int group = Math.max(0, groups.indexOf(one.group()));
      Chart chart =
          Chart.of(
                  "causes-over-time-" + group,
                  Axis.time().shared("causes-over-time"),
                  Axis.of("seconds").from(0).to(nice(highest)))
              .panel()
              .linked("causes-over-time");
      blocks(one, colors).forEach(chart::add);
      data.timeline(one.group()).changes().forEach(at -> chart.ruleAt(at, "change", "ink"));
      chart.ofGroup(
          html,
          group,
          one.group(),
          "Stacked bars: late time of " + one.group() + " by cause, " + steps(one));
    }
    html.closeLine();
    colors.legend(
        html,
        colors.shown().stream()
            .filter(
                cause ->
                    all.stream()
                        .flatMap(one -> one.steps().stream())
                        .anyMatch(step -> colors.seconds(step.secondsByCause(), cause) > 0))
            .toList());
  }

  private static String steps(LateOverTime over) {
    return over.stepSeconds() == 1
        ? "second by second"
        : "per second, in steps of " + Units.duration(over.stepSeconds());
  }

  private static double sum(LateOverTime.Step step) {
    return step.secondsByCause().values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private static List<ChartSeries> blocks(LateOverTime over, CauseColors colors) {
    double width = over.stepSeconds();
    Map<String, List<Segment>> blocks = new LinkedHashMap<>();
    for (LateOverTime.Step step : over.steps()) {
      double from = 0;
      for (String cause : colors.shown()) {
        double to = from + colors.seconds(step.secondsByCause(), cause) / width;
        if (to > from) {
          blocks
              .computeIfAbsent(cause, _ -> new ArrayList<>())
              .add(new Segment(step.at(), rounded(from), step.at() + width, rounded(to)));
        }
        from = to;
      }
    }
    return colors.shown().stream()
        .filter(blocks::containsKey)
        .map(
            cause ->
                ChartSeries.blocks(blocks.get(cause))
                    .style(CauseColors.words(cause), colors.color(cause), 1))
        .toList();
  }

  private static double rounded(double value) {
    return new BigDecimal(value).round(FOUR_DIGITS).doubleValue();
  }

  /** So high that its grid lines are at round values. */
  private static double nice(double highest) {
    double step = Math.max(highest, 1e-9) / GRID_LINES;
    double ten = Math.pow(10, Math.floor(Math.log10(step)));
    return GRID_LINES
        * ten
        * Stream.of(1, 2, 5, 10).filter(factor -> factor * ten >= step).findFirst().orElse(10);
  }

  /** From the baseline to those groups that differ most from it; all of them in the table. */
  static void waterfalls(Html html, CauseViews views) {
    List<Waterfall> most =
        views.waterfalls().stream()
            .filter(one -> Math.max(one.seconds(), one.baselineSeconds()) > 0)
            .sorted(
                Comparator.comparingDouble(
                        (Waterfall one) -> Math.abs(one.seconds() - one.baselineSeconds()))
                    .reversed())
            .limit(MOST_WATERFALLS)
            .toList();
    if (most.isEmpty()) {
      return;
    }
    html.element("h3", "From the baseline to another group");
    html.note(
        "The late time of a group’s mean server, cause by cause, beginning at the baseline’s."
            + " Orange adds late time, blue takes it away.");
    for (int i = 0; i < most.size(); i++) {
      waterfall(html, most.get(i), "waterfall-" + i);
    }
  }

  /** The words of a cause, as short as the name of a row has to be. */
  private static String brief(String cause) {
    return CauseColors.words(cause)
        .replaceFirst(" \\(.*", "")
        .replaceFirst(" of the same thread$", "");
  }

  private static void waterfall(Html html, Waterfall one, String id) {
    double greatest = Math.max(one.seconds(), one.baselineSeconds());
    List<Waterfall.Step> steps =
        new ArrayList<>(
            one.steps().stream()
                .filter(step -> Math.abs(step.seconds()) >= LEAST_STEP * greatest)
                .toList());
    double rest =
        one.seconds()
            - one.baselineSeconds()
            - steps.stream().mapToDouble(Waterfall.Step::seconds).sum();
    if (Math.abs(rest) > 1e-3 * greatest) {
      steps.add(new Waterfall.Step(CauseColors.OTHERS, rest));
    }
    List<String> names = new ArrayList<>();
    List<Segment> ends = new ArrayList<>();
    List<Segment> more = new ArrayList<>();
    List<Segment> less = new ArrayList<>();
    names.add(one.baseline() + ": " + Units.seconds(one.baselineSeconds()));
    ends.add(new Segment(0, 0, one.baselineSeconds(), 0));
    double at = one.baselineSeconds();
    for (Waterfall.Step step : steps) {
      int row = names.size();
      double next = at + step.seconds();
      (step.seconds() < 0 ? less : more).add(new Segment(at, row, next, row));
      names.add(
          (step.seconds() < 0 ? "− " : "+ ")
              + Units.seconds(Math.abs(step.seconds()))
              + " "
              + brief(step.cause()));
      at = next;
    }
    ends.add(new Segment(0, names.size(), one.seconds(), names.size()));
    names.add(one.group() + ": " + Units.seconds(one.seconds()));
    double highest =
        Stream.of(ends, more, less)
            .flatMap(List::stream)
            .mapToDouble(piece -> Math.max(piece.x1(), piece.x2()))
            .max()
            .orElseThrow();
    Chart chart =
        Chart.of(
            id,
            Axis.of("seconds").from(0).to(nice(highest)).title("late time of the mean server"),
            Axis.names(names).compact().wide());
    chart.add(ChartSeries.segments(ends).style("group", "g5", BAR_WIDTH));
    chart.add(ChartSeries.segments(more).style("more", "worse", BAR_WIDTH));
    chart.add(ChartSeries.segments(less).style("less", "better", BAR_WIDTH));
    chart.figure(
        html, one.baseline() + " → " + one.group(), "Waterfall from " + String.join("; ", names));
  }
}
