package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.report.data.ReportData.Point;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.words.SteadyWords;
import dev.jitterlab.lab.summary.Summary.InstanceSummary;
import dev.jitterlab.lab.summary.Summary.Segment;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Draws how one instance became steady, as inline SVG: what tells it over time, the means of the
 * stretches between change points, a line at each change point. All panels of a report have the
 * same axes; the vertical one is logarithmic.
 */
final class SteadyPanel {
  private static final double WIDTH = 300;
  private static final double HEIGHT = 132;
  private static final double LEFT = 46;
  private static final double RIGHT = WIDTH - 8;
  private static final double TOP = 8;
  private static final double BOTTOM = HEIGHT - 20;

  /** Decades that are nearer to an end of the axis than this factor have no label, or no line. */
  private static final double MARGIN = 1.9;

  private final SteadySeries series;
  private final double from;
  private final double to;
  private final double low;
  private final double high;

  /** Chooses the axes so that all these lines fit; at least one has a point. */
  SteadyPanel(SteadySeries series, List<List<Point>> lines) {
    this.series = series;
    List<Point> points = lines.stream().flatMap(List::stream).toList();
    from = Math.min(0, Math.floor(points.stream().mapToDouble(Point::at).min().orElseThrow()));
    to = Math.max(1, Math.ceil(points.stream().mapToDouble(Point::at).max().orElseThrow()));
    low = bound(points.stream().mapToDouble(Point::value).min().orElseThrow(), false);
    high =
        Math.max(
            2 * low, bound(points.stream().mapToDouble(Point::value).max().orElseThrow(), true));
  }

  /** The nearest of 1, 2, 5, 10, 20 … below or above. */
  private static double bound(double seconds, boolean above) {
    double decade = Math.pow(10, Math.floor(Math.log10(Math.max(seconds, 1e-9))));
    double bound = decade;
    for (double step : new double[] {1, 2, 5, 10}) {
      if (above ? bound < seconds : step * decade <= seconds) {
        bound = step * decade;
      }
    }
    return bound;
  }

  void draw(Html html, InstanceSummary instance, List<Point> line) {
    html.open(
        "svg",
        "class",
        "steady",
        "viewBox",
        "0 0 %s %s".formatted(Units.number(WIDTH), Units.number(HEIGHT)),
        "role",
        "img",
        "aria-label",
        "%s of %s over time: %s"
            .formatted(series.words(), instance.id(), SteadyWords.of(instance)));
    box(html);
    html.open("polyline", "points", points(line), "class", "line").close();
    if (instance.steadyState() != null) {
      for (Segment segment : instance.steadyState().segments()) {
        segment(html, segment);
      }
    }
    html.closeLine();
  }

  private void box(Html html) {
    rectangle(html, x(from), x(0), "warmup");
    for (double value : new double[] {low, high}) {
      line(html, LEFT, y(value), RIGHT, y(value), "axis");
      label(html, Units.seconds(value), LEFT - 5, y(value) + 4, "end");
    }
    for (double decade = Math.pow(10, Math.floor(Math.log10(low)) + 1);
        decade < high / MARGIN;
        decade *= 10) {
      line(html, LEFT, y(decade), RIGHT, y(decade), "axis");
      if (decade > low * MARGIN) {
        label(html, Units.seconds(decade), LEFT - 5, y(decade) + 4, "end");
      }
    }
    if (x(0) - LEFT > 40) {
      label(html, Units.number(from) + " s", LEFT, HEIGHT - 6, "start");
    }
    label(html, "0", x(0), HEIGHT - 6, "middle");
    label(html, Units.number(to) + " s", RIGHT, HEIGHT - 6, "end");
  }

  private void segment(Html html, Segment segment) {
    double left = x(Math.clamp(segment.fromSeconds(), from, to));
    double right = x(Math.clamp(segment.toSeconds(), from, to));
    line(html, left, y(segment.meanSeconds()), right, y(segment.meanSeconds()), "mean");
    if (segment.fromSeconds() > from + 1) {
      line(html, left, TOP, left, BOTTOM, "change");
    }
  }

  private String points(List<Point> line) {
    return line.stream()
        .map(point -> at(x(point.at())) + "," + at(y(point.value())))
        .collect(Collectors.joining(" "));
  }

  private double x(double seconds) {
    return LEFT + (seconds - from) / (to - from) * (RIGHT - LEFT);
  }

  private double y(double seconds) {
    double share = Math.log(Math.max(seconds, low) / low) / Math.log(high / low);
    return BOTTOM - share * (BOTTOM - TOP);
  }

  private static void rectangle(Html html, double left, double right, String css) {
    html.open(
            "rect",
            "x",
            at(left),
            "width",
            at(right - left),
            "y",
            at(TOP),
            "height",
            at(BOTTOM - TOP),
            "class",
            css)
        .close();
  }

  private static void line(Html html, double x1, double y1, double x2, double y2, String css) {
    html.open("line", "x1", at(x1), "y1", at(y1), "x2", at(x2), "y2", at(y2), "class", css).close();
  }

  private static void label(Html html, String text, double x, double y, String anchor) {
    html.element("text", text, "x", at(x), "y", at(y), "text-anchor", anchor);
  }

  private static String at(double place) {
    return String.format(Locale.ROOT, "%.1f", place);
  }
}
