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
public final class Series {
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

  private Series(String mark, List<?> points) {
    this.mark = mark;
    this.points = points;
  }

  /** A line through the points. */
  public static Series line(List<Point> points) {
    return new Series("line", points);
  }

  /** A line that keeps its value up to the next point, as of a histogram. */
  public static Series steps(List<Point> points) {
    return new Series("step", points);
  }

  /** A symbol at each point. */
  public static Series dots(List<Point> points) {
    return new Series("dots", points);
  }

  /** A bar at each point; of an axis with names. */
  public static Series bars(List<Point> points) {
    return new Series("bars", points);
  }

  /** Straight pieces: intervals, or means of stretches. */
  public static Series segments(List<Segment> segments) {
    return new Series("segments", segments);
  }

  /** A heat map's cells; of two axes with names. */
  public static Series cells(List<Cell> cells) {
    return new Series("cells", cells);
  }

  /**
   * Looks like a group, and steps back where the reader has chosen others.
   *
   * @param index in the page's order of groups
   */
  public Series group(int index) {
    group = index;
    return this;
  }

  /**
   * Looks its own way.
   *
   * @param css the style's variable for its colour
   * @param strokes lengths of strokes and gaps; none for a solid line
   */
  public Series style(String words, String css, double strokeWidth, Integer... strokes) {
    name = words;
    color = css;
    width = strokeWidth;
    dash = List.of(strokes);
    return this;
  }

  /** The symbol of dots without a group, as ECharts names it. */
  public Series symbol(String shape) {
    symbol = shape;
    return this;
  }

  public Series width(double strokeWidth) {
    width = strokeWidth;
    return this;
  }

  /** Dots are drawn as outlines. */
  public Series hollow() {
    hollow = true;
    return this;
  }

  /** In the background, and not named when the reader points at the chart. */
  public Series mute() {
    mute = true;
    return this;
  }

  /** With its group's symbol at every ninth point, which tells lines apart without their colour. */
  public Series markers() {
    markers = true;
    return this;
  }

  /** Has its name at its end, where there is room. */
  public Series labelled() {
    label = true;
    return this;
  }

  /** A text beside each point. */
  public Series labels(List<String> texts) {
    labels = texts;
    return this;
  }

  /** What is said of each point when the reader points at it, line by line. */
  public Series tips(List<List<String>> lines) {
    tips = lines;
    return this;
  }
}
