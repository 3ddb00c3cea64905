package dev.jitterlab.lab.collector;

import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Something that a collector recorded of a process over time. Immutable.
 *
 * @param name unique among all collectors, in lower case with underscores
 * @param unit of the values, such as {@code s} or {@code 1/s}
 * @param description what a value stands for: a sentence
 * @param samples the scraped metrics that it is made of; empty for what is made of files, which are
 *     read when the run is over
 * @param reader reads the points of a process, in order of time; none where it recorded nothing
 */
public record Series(
    String name,
    String unit,
    String description,
    Set<String> samples,
    Function<Recorded, List<Point>> reader) {

  /** Of files. */
  public Series(
      String name, String unit, String description, Function<Recorded, List<Point>> reader) {
    this(name, unit, description, Set.of(), reader);
  }

  /** How fast a scraped counter of the process grew. */
  public static Series rate(String name, String unit, String description, String counter) {
    return new Series(name, unit, description, Set.of(counter), own -> own.rate(counter));
  }

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
