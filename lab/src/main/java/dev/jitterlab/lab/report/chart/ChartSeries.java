package dev.jitterlab.lab.report.chart;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import java.util.List;

/**
 * What belongs together in a {@link Chart} and looks alike: a mark, and where it stands. A series
 * of a group has the group's name, colour, dash and symbol. Not thread-safe.
 */
@JsonAutoDetect(fieldVisibility = Visibility.ANY)
@SuppressWarnings("UnusedVariable") // the page's script reads them
public final class ChartSeries {
  private final String mark;
  private final List<?> points;
  private Integer group;
  private String name;
  private String color;
  private String symbol;
  private List<Integer> dash;
  private Double width;
  private Boolean hollow;
  private Boolean mute;
  private Boolean markers;
  private Boolean label;
  private List<String> labels;
  private List<List<String>> tips;

  private ChartSeries(String mark, List<?> points) {
    this.mark = mark;
    this.points = points;
  }

  /** A line through the points. */
  public static ChartSeries line(List<Point> points) {
    return new ChartSeries("line", points);
  }

  /** A line that keeps its value up to the next point, as of a histogram. */
  public static ChartSeries steps(List<Point> points) {
    return new ChartSeries("step", points);
  }

  /** A symbol at each point. */
  public static ChartSeries dots(List<Point> points) {
    return new ChartSeries("dots", points);
  }

  /** Straight pieces: intervals, or means of stretches. */
  public static ChartSeries segments(List<Segment> segments) {
    return new ChartSeries("segments", segments);
  }

  /**
   * What lies between two lines, such as the intervals of a curve. The axes do not reach farther
   * for it: what is beyond them is cut off.
   *
   * @param between from the lower to the higher, both at the same x
   */
  public static ChartSeries band(List<Segment> between) {
    return new ChartSeries("band", between);
  }

  /**
   * Bars that stand on one another, over an axis of values: each from its x1 to x2 and y1 to y2.
   * The lowest bars come first.
   */
  public static ChartSeries blocks(List<Segment> blocks) {
    return new ChartSeries("blocks", blocks);
  }

  /**
   * Looks like a group, and steps back where the reader has chosen others.
   *
   * @param index in the page's order of groups
   */
  public ChartSeries group(int index) {
    group = index;
    return this;
  }

  /**
   * Looks its own way.
   *
   * @param css the style's variable for its colour
   * @param strokes lengths of strokes and gaps; none for a solid line
   */
  public ChartSeries style(String words, String css, double strokeWidth, Integer... strokes) {
    name = words;
    color = css;
    width = strokeWidth;
    dash = List.of(strokes);
    return this;
  }

  /** The symbol of dots without a group, as ECharts names it. */
  public ChartSeries symbol(String shape) {
    symbol = shape;
    return this;
  }

  public ChartSeries width(double strokeWidth) {
    width = strokeWidth;
    return this;
  }

  /** Without its group's dash. */
  public ChartSeries solid() {
    dash = List.of();
    return this;
  }

  /** Dots are drawn as outlines. */
  public ChartSeries hollow() {
    hollow = true;
    return this;
  }

  /** In the background, and not named when the reader points at the chart. */
  public ChartSeries mute() {
    mute = true;
    return this;
  }

  /** With its group's symbol at every ninth point, which tells lines apart without their colour. */
  public ChartSeries markers() {
    markers = true;
    return this;
  }

  /** Has its name at its end, where there is room. */
  public ChartSeries labelled() {
    label = true;
    return this;
  }

  /** A text beside each point. */
  public ChartSeries labels(List<String> texts) {
    labels = texts;
    return this;
  }

  /** What is said of each point when the reader points at it, line by line. */
  public ChartSeries tips(List<List<String>> lines) {
    tips = lines;
    return this;
  }
}
