package dev.jitterlab.lab.size;

import dev.jitterlab.lab.metric.CpuLoad;
import dev.jitterlab.lab.metric.GcPauses;
import dev.jitterlab.lab.metric.GcWork;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.ResponseTimes;
import dev.jitterlab.lab.ticks.ResponseMetric;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * One server that ran with one heap size, and what became of it. Immutable.
 *
 * @param number counts from 1, in the order in which they ran
 * @param heapBytes its largest heap ({@code -Xmx})
 * @param fate what became of it
 * @param why how it died, or why it did not keep up, in words; empty where it lived
 * @param directory its run directory, relative to that of the search
 * @param figures by the key of the metric, or by {@link #atLeast} for a bound; without those that
 *     were not measured
 * @param collector such as {@code G1}, as its log of collections says; empty where that is unknown
 */
public record SizeProbe(
    int number,
    long heapBytes,
    Fate fate,
    String why,
    String directory,
    Map<String, Double> figures,
    String collector) {
  /** The share of the machine's CPU time that the collector's threads used. */
  public static final String GC_CPU = GcWork.OF_MACHINE.key();

  /** The same of the whole server. */
  public static final String CPU = CpuLoad.OF_SERVER.key();

  /** The least heap in use after a collection. */
  public static final String LIVE = GcPauses.LIVE.key();

  /** The share of the pauses' time that full collections took. */
  public static final String FULL = GcPauses.FULL_SHARE.key();

  /** The response time that nine hundred and ninety of a thousand requests do not exceed. */
  public static final String P99 = ResponseTimes.of(ResponseMetric.RESPONSE, Quantile.P99).key();

  private static final double MOSTLY = 0.8;

  /** What became of a server. */
  public enum Fate {
    /** It served until it was ended. */
    LIVED,
    /** It served, and answered less than it was asked. */
    BEHIND,
    /** The memory was not enough. */
    DIED
  }

  /** Takes a copy of the figures. */
  public SizeProbe {
    figures = Map.copyOf(figures);
  }

  /** A figure; empty where it was not measured. */
  public OptionalDouble figure(String key) {
    Double value = figures.get(key);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** Where {@link #figures} has what a metric is at least, if nobody knows more of it. */
  static String atLeast(String key) {
    return key + "." + MetricValues.AT_LEAST;
  }

  /** Whether the collector mostly collected the whole heap at once. */
  boolean isFull() {
    return figure(FULL).orElse(0) >= MOSTLY;
  }

  /** Whether it did what it should. */
  public boolean lived() {
    return fate == Fate.LIVED;
  }
}
