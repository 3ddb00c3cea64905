package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.words.Decision;
import dev.jitterlab.lab.summary.Summary;
import java.util.Collection;
import java.util.Locale;

/**
 * Draws ratios with their intervals as inline SVG, all on one logarithmic axis around 1: half and
 * double are equally far from the middle. What is beyond the axis ends in an arrow.
 */
final class ForestPlot {
  private static final double WIDTH = 220;
  private static final double MIDDLE = WIDTH / 2;
  private static final double MARGIN = 15;
  private static final double Y = 10;

  /** The axis shows at least half to double, at most 1/16 to 16 times. */
  private static final int LEAST_DOUBLINGS = 1;

  private static final int MOST_DOUBLINGS = 4;

  private final int doublings;

  /** Chooses the axis so that it shows all the comparisons' intervals, as far as sensible. */
  ForestPlot(Collection<Summary.Comparison> comparisons) {
    double furthest = LEAST_DOUBLINGS;
    for (Summary.Comparison comparison : comparisons) {
      furthest = Math.max(furthest, distance(comparison.ratio()));
      furthest = Math.max(furthest, distance(comparison.low()));
      furthest = Math.max(furthest, distance(comparison.high()));
    }
    doublings = (int) Math.min(MOST_DOUBLINGS, Math.ceil(furthest));
  }

  /** The axis with its labels, for the head of a table's column. */
  void axis(Html html) {
    begin(html, "Axis of ratios, logarithmic, 1 in the middle");
    int step = doublings > 3 ? 2 : 1;
    for (int i = -doublings; i <= doublings; i++) {
      if (i % step == 0) {
        html.element("text", tick(i), "x", at(x(Math.pow(2, i))), "y", "14", "class", "tick");
      }
    }
    html.close();
  }

  /**
   * One comparison: a bar at the ratio, a line over the interval; nothing without a ratio.
   *
   * @param css the class that gives the colour: {@code better}, {@code worse} or {@code undecided}
   */
  void row(Html html, Summary.Comparison comparison, Decision decision, String css) {
    if (comparison.ratio() == null) {
      return;
    }
    begin(html, "Ratio " + Decision.interval(comparison) + ", " + decision.word());
    line(html, MIDDLE, 0, MIDDLE, 20, "one");
    if (comparison.low() != null && comparison.high() != null) {
      double low = x(comparison.low());
      double high = x(comparison.high());
      line(html, low, Y, high, Y, "interval " + css);
      end(html, low, comparison.low(), css);
      end(html, high, comparison.high(), css);
    } else if (distance(comparison.ratio()) > doublings) {
      end(html, x(comparison.ratio()), comparison.ratio(), css);
    }
    double x = x(comparison.ratio());
    html.open(
            "rect",
            "x",
            at(x - 1.5),
            "y",
            at(Y - 6),
            "width",
            "3",
            "height",
            "12",
            "class",
            "point " + css)
        .close();
    html.close();
  }

  private void end(Html html, double x, double value, String css) {
    if (distance(value) <= doublings) {
      line(html, x, Y - 2, x, Y + 2, "interval " + css);
      return;
    }
    double back = value > 1 ? -5 : 5;
    html.open(
            "polyline",
            "points",
            at(x + back) + ",5 " + at(x) + ",10 " + at(x + back) + ",15",
            "class",
            "interval " + css)
        .close();
  }

  private double x(double ratio) {
    double exponent = ratio <= 0 ? -doublings : Math.log(ratio) / Math.log(2);
    double clipped = Math.clamp(exponent, -doublings, doublings);
    return MIDDLE + clipped / doublings * (MIDDLE - MARGIN);
  }

  private static double distance(Double ratio) {
    if (ratio == null || !Double.isFinite(ratio)) {
      return 0;
    }
    return ratio <= 0 ? MOST_DOUBLINGS + 1.0 : Math.abs(Math.log(ratio) / Math.log(2));
  }

  private static void begin(Html html, String label) {
    html.open(
        "svg", "class", "forest", "viewBox", "0 0 220 20", "role", "img", "aria-label", label);
  }

  private static void line(Html html, double x1, double y1, double x2, double y2, String css) {
    html.open("line", "x1", at(x1), "y1", at(y1), "x2", at(x2), "y2", at(y2), "class", css).close();
  }

  private static String tick(int exponent) {
    return exponent < 0 ? "1/" + (1 << -exponent) : Integer.toString(1 << exponent);
  }

  private static String at(double coordinate) {
    return String.format(Locale.ROOT, "%.1f", coordinate);
  }
}
