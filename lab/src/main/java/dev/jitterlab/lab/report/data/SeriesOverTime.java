package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.report.chart.Point;
import java.util.List;
import java.util.Map;

/**
 * What the collectors recorded over time, by the name of a series ({@code ./jitterlab collectors}
 * lists them). Time 0 is the start of the measurement of a server's block; what is before it is
 * warm-up. Empty where nothing was recorded, and for files of a run that goes on. Thread-safe.
 */
public interface SeriesOverTime {
  /** Of a group's mean server. */
  List<Point> of(String name, String group);

  /**
   * Of each server that counts, by its id, such as {@code pool/3}. A server whose program is
   * started anew in each block has only that block's time.
   */
  Map<String, List<Point>> byServer(String name);

  /** Of the machine. */
  List<Point> ofMachine(String name);
}
