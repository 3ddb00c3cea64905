package dev.jitterlab.lab.experiment;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A metric that the experiment's author makes of what the servers expose; one figure per instance,
 * over the measured time. Immutable.
 *
 * @param name its key in summary.json
 * @param reading how the series becomes a figure
 * @param series the name of the series, perhaps with labels that it must have; where several fit,
 *     they are added up
 * @param per the gauge by whose mean the figure is divided; null for none
 * @param perRate the counter by whose rate the figure is divided; null for none
 * @param unit how the figure is shown
 * @param better which way is better; null where the author leaves it open
 */
public record ScrapedMetric(
    String name,
    Reading reading,
    String series,
    String per,
    String perRate,
    Unit unit,
    Better better) {

  /** How the samples of a series become one figure. */
  public enum Reading {
    /** Of a counter: its growth per second. */
    @JsonProperty("rate")
    RATE,
    /** Of a gauge: the mean sample. */
    @JsonProperty("mean")
    MEAN,
    /** Of a gauge: the highest sample. */
    @JsonProperty("max")
    MAX,
    /** Of a gauge: the last sample. */
    @JsonProperty("last")
    LAST
  }

  /** How a figure is shown; the figures themselves are in base units. */
  public enum Unit {
    /** As it is. */
    @JsonProperty("number")
    NUMBER,
    /** A time. */
    @JsonProperty("seconds")
    SECONDS,
    /** A size. */
    @JsonProperty("bytes")
    BYTES,
    /** A share of a whole, from 0 to 1. */
    @JsonProperty("ratio")
    RATIO
  }

  /** Which of two figures is the better one. */
  public enum Better {
    /** The lower one. */
    @JsonProperty("lower")
    LOWER,
    /** The higher one. */
    @JsonProperty("higher")
    HIGHER
  }

  /** Whether more is better; where the author leaves it open, less is. */
  public boolean higherIsBetter() {
    return better == Better.HIGHER;
  }
}
