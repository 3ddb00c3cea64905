package dev.jitterlab.lab.report.chart;

import dev.jitterlab.lab.report.html.Html;
import java.util.ArrayList;
import java.util.List;

/** The places that the page's scripts draw into; a label says in words what is there. */
public final class Chart {
  private Chart() {}

  /**
   * A place of its own.
   *
   * @param size one of the style's classes for charts, such as {@code chart large}
   * @param kind which of the scripts' charts it is
   * @param more attributes: names and values in turn
   */
  public static void write(Html html, String size, String kind, String label, String... more) {
    open(html, size, kind, label, more).closeLine();
  }

  /** A place with a caption above it. */
  public static void figure(Html html, String caption, String kind, String label, String... more) {
    html.open("figure").element("figcaption", caption);
    open(html, "chart", kind, label, more).close().closeLine();
  }

  /** A place for one group, whose style and name are its caption. */
  public static void ofGroup(
      Html html, int group, String name, String size, String kind, String label, String... more) {
    html.open("figure").open("figcaption");
    GroupStyle.of(group).swatch(html);
    html.text(" " + name).close();
    open(html, size, kind, label, more).close().closeLine();
  }

  private static Html open(Html html, String size, String kind, String label, String... more) {
    List<String> attributes = new ArrayList<>(List.of("class", size, "data-chart", kind));
    attributes.addAll(List.of(more));
    attributes.addAll(List.of("role", "img", "aria-label", label));
    return html.open("div", attributes.toArray(String[]::new));
  }
}
