package dev.jitterlab.lab.collector;

import java.util.List;
import java.util.function.Function;

/**
 * Something that a collector recorded of a process over time. Immutable.
 *
 * @param name unique among all collectors, in lower case with underscores
 * @param unit of the values, such as {@code s} or {@code 1/s}
 * @param description what a value stands for: a sentence
 * @param reader reads the points of a process, in order of time; none where it recorded nothing
 */
public record Series(
    String name, String unit, String description, Function<Recorded, List<Point>> reader) {

  /**
   * A value at a time.
   *
   * @param at in seconds since the start of the measurement; negative during the warm-up
   * @param value in the unit of the series
   */
  public record Point(double at, double value) {}

  /** The points of a process, in order of time. */
  public List<Point> read(Recorded process) {
    return reader.apply(process);
  }
}
