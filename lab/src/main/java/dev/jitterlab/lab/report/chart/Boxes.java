package dev.jitterlab.lab.report.chart;

import dev.jitterlab.lab.report.html.Html;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Boxes in rows over one horizontal axis: lanes of time, or a flame graph. They are HTML and not a
 * {@link Chart}, so that they are there without scripts, print, and are reached by keyboard
 * (decision 031). The style places a box by its two ends and the two ends of what is in view, so
 * that {@code report.js} zooms by changing the latter and knows no figure by name. Not thread-safe.
 */
public final class Boxes {
  private static final int MOST_TIP = 300;

  private final String id;
  private final String label;
  private final List<Row> rows = new ArrayList<>();
  private final List<Tick> ticks = new ArrayList<>();
  private boolean named;
  private double from;
  private double to = 1;
  private String unit;

  private record Row(String name, List<Box> boxes) {}

  private record Tick(double at, String text) {}

  /**
   * A box.
   *
   * @param from its left end, from 0 to 1 across the figure; may be outside
   * @param to its right end; the same as the left one for a moment
   * @param text what stands in it, as far as there is room
   * @param tip what is said when the reader points at it
   * @param color the style's variable for its colour
   * @param tint how much of the colour it has, from 0 to 1
   */
  public record Box(double from, double to, String text, String tip, String color, double tint) {}

  private Boxes(String id, String label) {
    this.id = id;
    this.label = label;
  }

  /**
   * Without rows.
   *
   * @param id unlike those of the page's other elements
   * @param label says in words what is there
   */
  public static Boxes of(String id, String label) {
    return new Boxes(id, label);
  }

  /** What the axis' ends stand for; the page's script labels it anew when the reader zooms. */
  public Boxes axis(double low, double high, String unitName) {
    from = low;
    to = high;
    unit = unitName;
    return this;
  }

  /** A label of the axis, at a place from 0 to 1. */
  public Boxes tick(double at, String text) {
    ticks.add(new Tick(at, text));
    return this;
  }

  /** Adds a row below the others; its name may be empty. */
  public Boxes row(String name, List<Box> boxes) {
    rows.add(new Row(name, List.copyOf(boxes)));
    named = named || !name.isEmpty();
    return this;
  }

  /** The anchor of a box: row and place in it count from 0. */
  public String anchor(int row, int box) {
    return id + "-" + row + "-" + box;
  }

  /** Writes them. */
  public void write(Html html) {
    html.open(
        "div",
        "class",
        named ? "boxes named" : "boxes",
        "id",
        id,
        "role",
        "group",
        "aria-label",
        label,
        "data-from",
        number(from),
        "data-to",
        number(to),
        "data-unit",
        unit);
    boolean first = true;
    for (int row = 0; row < rows.size(); row++) {
      open(html, rows.get(row).name());
      List<Box> boxes = rows.get(row).boxes();
      for (int i = 0; i < boxes.size(); i++) {
        write(html, boxes.get(i), anchor(row, i), first);
        first = false;
      }
      html.close().closeLine();
    }
    if (!ticks.isEmpty()) {
      html.open("div", "class", "boxes-row boxes-axis", "aria-hidden", "true");
      html.element("span", "", "class", "boxes-name").open("div", "class", "boxes-track");
      for (Tick tick : ticks) {
        html.element("span", tick.text(), "style", "--a:" + number(tick.at()));
      }
      html.close().closeLine();
    }
    html.closeLine();
  }

  private static void open(Html html, String name) {
    html.open("div", "class", "boxes-row");
    html.element("span", name, "class", "boxes-name");
    html.open("div", "class", "boxes-track");
  }

  private static void write(Html html, Box box, String anchor, boolean first) {
    String style =
        String.format(
            Locale.ROOT,
            "--a:%s;--b:%s;--c:var(--%s);--t:%d%%",
            number(box.from()),
            number(box.to()),
            box.color(),
            Math.round(box.tint() * 100));
    String tip =
        box.tip().length() <= MOST_TIP ? box.tip() : box.tip().substring(0, MOST_TIP - 1) + "…";
    html.element(
        "button",
        box.text(),
        "type",
        "button",
        "class",
        "box",
        "id",
        anchor,
        "style",
        style,
        "title",
        tip,
        "tabindex",
        first ? null : "-1");
  }

  private static String number(double value) {
    String text = String.format(Locale.ROOT, "%.6f", value);
    return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
  }
}
