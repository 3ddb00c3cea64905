package dev.jitterlab.lab.report.chart;

import dev.jitterlab.lab.report.html.Html;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * What a chart shows: two axes, series of marks, and annotations. {@code report.js} draws every
 * chart from this and knows none by name, after the idea of Vega-Lite. So a section that makes a
 * chart is the only file that knows it. Not thread-safe.
 */
public final class Chart {
  private final String id;
  private final Axis x;
  private final Axis y;
  private final List<ChartSeries> series = new ArrayList<>();
  private final List<Rule> rules = new ArrayList<>();
  private String size = "chart";
  private String heading;
  private String link;

  /** As the page's script reads it. */
  private record Spec(
      Axis x, Axis y, List<ChartSeries> series, List<Rule> rules, String heading, String link) {}

  /**
   * One chart of several that the reader chooses from, the first at first. It is chosen by its
   * name: of a run that goes on, newer data may have others in between.
   */
  private record Choices(List<String> names, List<Spec> choices) {}

  /** The block of a page. */
  private record Data(List<Group> groups, List<String> coloured, Map<String, Object> charts) {}

  private record Group(String name, GroupStyle style) {}

  /** A line across the chart at an x or a y. */
  private record Rule(Double x, Double y, String text, String color, String dash) {}

  private Chart(String id, Axis x, Axis y) {
    this.id = id;
    this.x = x;
    this.y = y;
  }

  /**
   * Without series.
   *
   * @param id unlike those of the page's other charts, and the same whenever the page is made again
   */
  public static Chart of(String id, Axis x, Axis y) {
    return new Chart(id, x, y);
  }

  public Chart add(ChartSeries one) {
    series.add(one);
    return this;
  }

  /**
   * Adds a series of each group.
   *
   * @param groups in the page's order
   */
  public <T> Chart addOfEach(List<T> groups, Function<T, ChartSeries> series) {
    for (int i = 0; i < groups.size(); i++) {
      add(series.apply(groups.get(i)).group(i));
    }
    return this;
  }

  /** A broken vertical line, such as at a change of mode. */
  public Chart ruleAt(double at, String text, String color) {
    rules.add(new Rule(at, null, text, color, "dashed"));
    return this;
  }

  /** A dotted vertical line, where something new begins. */
  public Chart breakAt(double at, String text) {
    rules.add(new Rule(at, null, text, "ink", "dotted"));
    return this;
  }

  /** A broken horizontal line, such as a limit. */
  public Chart limit(double at, String text) {
    rules.add(new Rule(null, at, text, "ink", "dashed"));
    return this;
  }

  /** As high as a small multiple. */
  public Chart panel() {
    size = "chart panel";
    return this;
  }

  /** As high as a chart that a section is about. */
  public Chart large() {
    size = "chart large";
    return this;
  }

  /** What stands above the values when the reader points at the chart; {@code {x}} is the place. */
  public Chart heading(String text) {
    heading = text;
    return this;
  }

  /** Who points at one of the charts with this key points at all of them. */
  public Chart linked(String key) {
    link = key;
    return this;
  }

  /**
   * Writes the place that the chart is drawn into.
   *
   * @param label says in words what is there
   */
  public void write(Html html, String label) {
    place(html, id, size, spec(), label).closeLine();
  }

  /** The same with a caption above it. */
  public void figure(Html html, String caption, String label) {
    html.open("figure").element("figcaption", caption);
    place(html, id, size, spec(), label).close().closeLine();
  }

  /** The same for one group, whose style and name are the caption. */
  public void ofGroup(Html html, int group, String name, String label) {
    html.open("figure").open("figcaption");
    GroupStyle.of(group).swatch(html);
    html.text(" " + name).close();
    place(html, id, size, spec(), label).close().closeLine();
  }

  /**
   * Writes a list to choose from and the place for the chosen chart.
   *
   * @param charts by what the reader reads in the list; at least one
   */
  public static void choice(Html html, String id, Map<String, Chart> charts, String label) {
    html.open("p", "class", "choice")
        .element("label", "Metric ", "for", id + "-choice")
        .open("select", "id", id + "-choice", "data-choice", id);
    charts.keySet().forEach(title -> html.element("option", title, "value", title));
    html.close().closeLine();
    List<Spec> specs = charts.values().stream().map(Chart::spec).toList();
    place(html, id, "chart", new Choices(List.copyOf(charts.keySet()), specs), label).closeLine();
  }

  /**
   * The block that the page's script reads.
   *
   * @param groups all groups' names, in the order that {@link ChartSeries#group} counts in
   * @param coloured those that are not grey at first; empty for all
   * @param charts what {@link Html#kept} has
   */
  public static Object data(
      List<String> groups, List<String> coloured, Map<String, Object> charts) {
    return new Data(
        IntStream.range(0, groups.size())
            .mapToObj(i -> new Group(groups.get(i), GroupStyle.of(i)))
            .toList(),
        coloured,
        charts);
  }

  private Spec spec() {
    return new Spec(x, y, series, rules, heading, link);
  }

  private static Html place(Html html, String id, String size, Object spec, String label) {
    html.keep(id, spec);
    return html.open("div", "class", size, "data-chart", id, "role", "img", "aria-label", label);
  }
}
