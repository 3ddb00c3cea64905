package dev.jitterlab.lab.changepoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collection;
import java.util.stream.Collectors;

/**
 * By what it is told whether a server is steady: a value for each second, in seconds (decision
 * 023).
 */
public enum SteadySeries {
  /** Of a server whose ticks are known. */
  @JsonProperty("tick_execution")
  EXECUTION("mean execution of ticks", "seconds", 1e-9, 1e-6),
  /**
   * Of a server without ticks that a load generator of ours asks: the median, from when each
   * request was due. Part of it is the generator's own time, which warms up too.
   */
  @JsonProperty("response")
  RESPONSE("median response time", "seconds", 1e-9, 1e-6),
  /**
   * Of any other server: what the process and all that it started have used, compilers and
   * collectors included. {@code /proc} counts it in steps of 10 ms: less is nothing.
   */
  @JsonProperty("cpu")
  CPU("CPU time per second", "CPU seconds per second", 0.01, 0.01);

  private final String words;
  private final String unit;
  private final double leastSeconds;
  private final double leastDifferenceSeconds;

  SteadySeries(String words, String unit, double leastSeconds, double leastDifferenceSeconds) {
    this.words = words;
    this.unit = unit;
    this.leastSeconds = leastSeconds;
    this.leastDifferenceSeconds = leastDifferenceSeconds;
  }

  /** What a value is, for readers. */
  public String words() {
    return words;
  }

  /** Several of them, for readers; those that are alike once. */
  public static String words(Collection<SteadySeries> several) {
    return several.stream()
        .distinct()
        .sorted()
        .map(SteadySeries::words)
        .collect(Collectors.joining(" and "));
  }

  /** The unit of the values. */
  public String unit() {
    return unit;
  }

  /** Smaller values count as this one, since logarithms are compared. */
  public double leastSeconds() {
    return leastSeconds;
  }

  /** A difference that is not larger is none, whatever its share. */
  double leastDifferenceSeconds() {
    return leastDifferenceSeconds;
  }
}
