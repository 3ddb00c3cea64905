package dev.jitterlab.tick;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A plot with lines over two logarithmic axes, as SVG. Not thread-safe. */
final class LogPlot {
  /**
   * One line.
   *
   * @param dashed for what others are compared with
   * @param points pairs of x and y above zero
   */
  record Line(String name, boolean dashed, List<double[]> points) {}

  private static final int WIDTH = 640;
  private static final int HEIGHT = 400;
  private static final int LEFT = 70;
  private static final int RIGHT = 130;
  private static final int TOP = 40;
  private static final int BOTTOM = 50;
  private static final List<String> COLOURS =
      List.of("#1b6ca8", "#d1495b", "#2e8b57", "#b8860b", "#6a4c93", "#555555");

  private final String title;
  private final String x;
  private final String y;
  private final List<Line> lines = new ArrayList<>();

  LogPlot(String title, String x, String y) {
    this.title = title;
    this.x = x;
    this.y = y;
  }

  /** Adds a line; a dashed one has the colour of the one before. */
  void add(Line line) {
    if (!line.points().isEmpty()) {
      lines.add(line);
    }
  }

  /** Draws it. */
  String svg() {
    double[] xs = range(0);
    double[] ys = range(1);
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                + " font-family=\"sans-serif\" font-size=\"12\"><rect width=\"%d\" height=\"%d\""
                + " fill=\"#fff\"/>%n",
            WIDTH,
            HEIGHT,
            WIDTH,
            HEIGHT));
    label(out, LEFT, 20, "start", 14, title);
    label(out, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10, "middle", 12, x);
    label(out, LEFT, TOP - 6, "middle", 12, y);
    for (double tick = xs[0]; tick <= xs[1] * 1.001; tick *= 10) {
      grid(out, atX(tick, xs), TOP, atX(tick, xs), HEIGHT - BOTTOM);
      label(out, atX(tick, xs), HEIGHT - BOTTOM + 16, "middle", 12, number(tick));
    }
    for (double tick = ys[0]; tick <= ys[1] * 1.001; tick *= 10) {
      grid(out, LEFT, atY(tick, ys), WIDTH - RIGHT, atY(tick, ys));
      label(out, LEFT - 6, atY(tick, ys) + 4, "end", 12, number(tick));
    }
    int colour = -1;
    for (Line line : lines) {
      colour += line.dashed() ? 0 : 1;
      draw(out, line, COLOURS.get(Math.max(0, colour) % COLOURS.size()), xs, ys);
    }
    return out.append("</svg>\n").toString();
  }

  private void draw(StringBuilder out, Line line, String colour, double[] xs, double[] ys) {
    StringBuilder points = new StringBuilder();
    for (double[] point : line.points()) {
      points.append(String.format(Locale.ROOT, "%.1f,%.1f ", atX(point[0], xs), atY(point[1], ys)));
    }
    out.append(
        String.format(
            Locale.ROOT,
            "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s/>%n",
            points.toString().strip(),
            colour,
            line.dashed() ? " stroke-dasharray=\"5 4\"" : ""));
    double[] last = line.points().get(line.points().size() - 1);
    if (!line.dashed()) {
      out.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\">%s</text>%n",
              atX(last[0], xs) + 6,
              atY(last[1], ys) + 4,
              colour,
              line.name()));
    }
  }

  /** Whole decades that hold all values of that axis. */
  private double[] range(int axis) {
    double lowest = Double.MAX_VALUE;
    double highest = 0;
    for (Line line : lines) {
      for (double[] point : line.points()) {
        lowest = Math.min(lowest, point[axis]);
        highest = Math.max(highest, point[axis]);
      }
    }
    double from = Math.floor(Math.log10(lowest) + 1e-9);
    double to = Math.ceil(Math.log10(highest) - 1e-9);
    return new double[] {Math.pow(10, from), Math.pow(10, Math.max(to, from + 1))};
  }

  private static double atX(double value, double[] range) {
    return LEFT + share(value, range) * (WIDTH - LEFT - RIGHT);
  }

  private static double atY(double value, double[] range) {
    return HEIGHT - BOTTOM - share(value, range) * (HEIGHT - TOP - BOTTOM);
  }

  private static double share(double value, double[] range) {
    return Math.log10(value / range[0]) / Math.log10(range[1] / range[0]);
  }

  private static void grid(StringBuilder out, double x1, double y1, double x2, double y2) {
    out.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>%n",
            x1,
            y1,
            x2,
            y2));
  }

  private static void label(
      StringBuilder out, double atX, double atY, String anchor, int size, String words) {
    out.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\">%s</text>%n",
            atX,
            atY,
            anchor,
            size,
            words));
  }

  private static String number(double value) {
    return value >= 1
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%s", (float) value);
  }
}
