package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.metric.AllRequests;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.report.chart.Axis;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.data.ReportData.GroupTimeline;
import dev.jitterlab.lab.report.html.Html;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The p99 of the response times against the number that the names of steps end with, such as {@code
 * parts-1}, {@code parts-8} and {@code parts-64}. For steps that ask for more and more.
 */
final class StepNumbers {
  private static final Pattern NUMBERED = Pattern.compile("([^/]+)/(.+?)[._-]?(\\d{1,9})");

  /** Fewer points are no line that is worth a chart. */
  private static final int LEAST = 3;

  private StepNumbers() {}

  /** A step, as {@code journey/step}, whose name ends with a number. */
  private record Numbered(String step, String journey, String name, int number) {
    static Optional<Numbered> of(String step) {
      Matcher matcher = NUMBERED.matcher(step);
      return matcher.matches()
          ? Optional.of(
              new Numbered(
                  step, matcher.group(1), matcher.group(2), Integer.parseInt(matcher.group(3))))
          : Optional.empty();
    }
  }

  /** Writes a chart for each name with at least three numbers; none for most loads. */
  static void charts(Html html, List<GroupTimeline> groups) {
    TreeSet<String> steps = new TreeSet<>();
    groups.forEach(group -> steps.addAll(group.responses().steps().keySet()));
    of(steps).forEach((name, numbered) -> chart(html, name, numbered, groups));
  }

  /**
   * By the name without its number: the number and the step that has it. A series may have a
   * journey for each of its steps. Where several journeys have a step of the same number, each of
   * them has a series of its own, named as {@code journey/name}.
   */
  static Map<String, NavigableMap<Integer, String>> of(Collection<String> steps) {
    Map<String, List<Numbered>> byName =
        steps.stream()
            .flatMap(step -> Numbered.of(step).stream())
            .collect(Collectors.groupingBy(Numbered::name));
    Map<String, NavigableMap<Integer, String>> series = new TreeMap<>();
    byName.forEach(
        (name, those) -> {
          boolean isOfEachJourney = shareANumber(those);
          for (Numbered one : those) {
            series
                .computeIfAbsent(
                    isOfEachJourney ? one.journey() + "/" + name : name, _ -> new TreeMap<>())
                .putIfAbsent(one.number(), one.step());
          }
        });
    series.values().removeIf(numbered -> numbered.size() < LEAST);
    return series;
  }

  /** Whether several journeys have a step of the same number. */
  private static boolean shareANumber(List<Numbered> steps) {
    return steps.stream()
        .collect(
            Collectors.groupingBy(
                Numbered::number, Collectors.mapping(Numbered::journey, Collectors.toSet())))
        .values()
        .stream()
        .anyMatch(journeys -> journeys.size() > 1);
  }

  private static void chart(
      Html html, String name, NavigableMap<Integer, String> numbered, List<GroupTimeline> groups) {
    int first = numbered.firstKey();
    int last = numbered.lastKey();
    Axis x = Axis.of("number").title(name).from(first).to(last);
    if (first > 0 && last > 10 * first) {
      x.log();
    }
    Axis y = Axis.of("seconds").logWhereWide();
    Chart chart =
        Chart.of("step-numbers-" + name, x, y)
            .heading(name + " {x}")
            .addOfEach(groups, group -> ChartSeries.line(points(group, numbered, false)));
    boolean hasBounds = false;
    for (int i = 0; i < groups.size(); i++) {
      List<Point> bounds = points(groups.get(i), numbered, true);
      if (!bounds.isEmpty()) {
        chart.add(ChartSeries.dots(bounds).group(i).hollow());
        hasBounds = true;
      }
    }
    chart.figure(
        html,
        "p99 of the response times against the number of "
            + name
            + (hasBounds ? "; a hollow dot is only a bound" : ""),
        "Line chart: the p99 of each group against the number in the step’s name, from "
            + first
            + " to "
            + last
            + "; the tables of slow requests have the figures.");
  }

  private static List<Point> points(
      GroupTimeline group, NavigableMap<Integer, String> numbered, boolean onlyBounds) {
    List<Point> points = new ArrayList<>();
    numbered.forEach(
        (number, step) -> {
          AllRequests own = group.responses().steps().getOrDefault(step, AllRequests.NONE);
          if (!own.isEmpty() && (!onlyBounds || own.isBound(Quantile.P99))) {
            points.add(new Point(number, own.seconds(Quantile.P99)));
          }
        });
    return points;
  }
}
