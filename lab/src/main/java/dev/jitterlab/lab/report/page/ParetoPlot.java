package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.html.Html;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Draws cost against lateness as inline SVG. Shape and fill say who is on the Pareto front, and
 * dots have their names beside them, so that nothing depends on colour.
 */
final class ParetoPlot {
  private static final double WIDTH = 720;
  private static final double HEIGHT = 320;
  private static final double LEFT = 70;
  private static final double RIGHT = WIDTH - 20;
  private static final double TOP = 24;
  private static final double BOTTOM = HEIGHT - 44;
  private static final double LETTER = 7.2;
  private static final double LINE = 15;
  private static final int TICKS = 4;

  /** With more, the beaten have no names: the table has them. */
  private static final int MOST_NAMED = 16;

  private final List<Option> options;
  private final List<Option> front;
  private final double minPrice;
  private final double maxPrice;
  private final double maxLate;
  private final List<Label> labels = new ArrayList<>();

  /**
   * One of the things to choose from.
   *
   * @param price per hour
   * @param late the share of late ticks
   */
  record Option(String name, double price, double late) {
    /** Whether it is no worse in both, and better in one. */
    boolean beats(Option other) {
      return price <= other.price
          && late <= other.late
          && (price < other.price || late < other.late);
    }
  }

  private record Label(double from, double to, double y) {
    boolean overlaps(Label other) {
      return from < other.to && other.from < to && Math.abs(y - other.y) < LINE;
    }
  }

  /** Of at least one option. */
  ParetoPlot(List<Option> options) {
    this.options = options;
    this.front = front(options);
    double least = options.stream().mapToDouble(Option::price).min().orElseThrow();
    double most = options.stream().mapToDouble(Option::price).max().orElseThrow();
    double margin = most > least ? (most - least) * 0.12 : most * 0.5;
    minPrice = Math.max(0, least - margin);
    maxPrice = most + margin;
    double worst = options.stream().mapToDouble(Option::late).max().orElseThrow();
    maxLate = worst > 0 ? worst * 1.1 : 0.001;
  }

  /** Those that no other beats, the cheapest first. */
  static List<Option> front(List<Option> options) {
    return options.stream()
        .filter(one -> options.stream().noneMatch(other -> other.beats(one)))
        .sorted(Comparator.comparingDouble(Option::price))
        .toList();
  }

  void write(Html html) {
    html.open(
        "svg",
        "class",
        "pareto",
        "viewBox",
        "0 0 720 320",
        "role",
        "img",
        "aria-label",
        "Price per hour against the share of late ticks. Not beaten in both: "
            + String.join(", ", front.stream().map(Option::name).toList()));
    axes(html);
    frontLine(html);
    for (Option option : front) {
      html.open("circle", "cx", at(x(option)), "cy", at(y(option)), "r", "6", "class", "best")
          .close();
      label(html, option);
    }
    for (Option option : options) {
      if (!front.contains(option)) {
        diamond(html, x(option), y(option));
        if (options.size() <= MOST_NAMED) {
          label(html, option);
        }
      }
    }
    html.closeLine();
  }

  private void axes(Html html) {
    for (int i = 0; i <= TICKS; i++) {
      double y = BOTTOM - (BOTTOM - TOP) * i / TICKS;
      line(html, LEFT, y, RIGHT, y);
      text(html, LEFT - 8, y + 4, "end", "tick", Units.share(maxLate * i / TICKS));
      double x = LEFT + (RIGHT - LEFT) * i / TICKS;
      double price = minPrice + (maxPrice - minPrice) * i / TICKS;
      text(html, x, BOTTOM + 18, i == TICKS ? "end" : "middle", "tick", Units.number(price));
    }
    text(html, LEFT, TOP - 10, "start", "tick", "Ticks above 1.1 periods");
    text(html, RIGHT, BOTTOM + 36, "end", "tick", "Price per hour");
  }

  /** In steps: between two options there is nothing to buy. */
  private void frontLine(Html html) {
    StringBuilder points = new StringBuilder();
    double before = 0;
    for (int i = 0; i < front.size(); i++) {
      String x = at(x(front.get(i)));
      if (i > 0) {
        points.append(x).append(',').append(at(before)).append(' ');
      }
      before = y(front.get(i));
      points.append(x).append(',').append(at(before)).append(' ');
    }
    html.open("polyline", "points", points.toString().strip(), "class", "front").close();
  }

  /** Beside its dot, at the nearest height that is free; nowhere if there is none. */
  private void label(Html html, Option option) {
    double length = option.name().length() * LETTER;
    boolean leftwards = x(option) + 12 + length > RIGHT;
    double from = leftwards ? x(option) - 12 - length : x(option) + 12;
    for (int step = 0; step < 2 * (BOTTOM - TOP) / LINE; step++) {
      int row = (step + 1) / 2;
      double shift = (step % 2 == 0 ? -row : row) * LINE;
      Label label = new Label(from, from + length, y(option) - 5 + shift);
      boolean inside = label.y() > TOP && label.y() < BOTTOM;
      if (inside && labels.stream().noneMatch(label::overlaps)) {
        labels.add(label);
        double x = leftwards ? label.to() : label.from();
        text(html, x, label.y(), leftwards ? "end" : "start", "name", option.name());
        return;
      }
    }
  }

  private static void diamond(Html html, double x, double y) {
    String points =
        at(x - 6) + "," + at(y) + " " + at(x) + "," + at(y - 6) + " " + at(x + 6) + "," + at(y)
            + " " + at(x) + "," + at(y + 6);
    html.open("polygon", "points", points, "class", "beaten").close();
  }

  private static void line(Html html, double x1, double y1, double x2, double y2) {
    html.open("line", "x1", at(x1), "y1", at(y1), "x2", at(x2), "y2", at(y2)).close();
  }

  private static void text(Html html, double x, double y, String anchor, String css, String words) {
    html.element("text", words, "x", at(x), "y", at(y), "text-anchor", anchor, "class", css);
  }

  private double x(Option option) {
    return LEFT + (option.price() - minPrice) / (maxPrice - minPrice) * (RIGHT - LEFT);
  }

  private double y(Option option) {
    return BOTTOM - option.late() / maxLate * (BOTTOM - TOP);
  }

  private static String at(double coordinate) {
    return String.format(Locale.ROOT, "%.1f", coordinate);
  }
}
