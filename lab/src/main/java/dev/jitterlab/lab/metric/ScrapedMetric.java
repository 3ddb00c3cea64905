package dev.jitterlab.lab.metric;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A metric that the experiment's author makes of what the servers expose, or of the times that they
 * or their load write into their tick log; one figure per instance, over the measured time.
 * Immutable.
 *
 * @param name its key in summary.json
 * @param reading how the series becomes a figure
 * @param series the name of the series, perhaps with labels that it must have; where several fit,
 *     they are added up. Of a quantile: the tag of the times, or the step of the load
 * @param per the gauge by whose mean the figure is divided; null for none
 * @param perRate the counter by whose rate the figure is divided; null for none
 * @param unit how the figure is shown
 * @param better which way is better; null where the author leaves it open: less is then
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
    /** Of a counter: its growth per second in the second in which it grew most. */
    @JsonProperty("peak")
    PEAK,
    /** Of a gauge: the mean sample. */
    @JsonProperty("mean")
    MEAN,
    /** Of a gauge: the highest sample. */
    @JsonProperty("max")
    MAX,
    /** Of a gauge: the last sample. */
    @JsonProperty("last")
    LAST,
    /** Of times: their median. */
    @JsonProperty("p50")
    P50,
    /** Of times: nine of ten are not above it. */
    @JsonProperty("p90")
    P90,
    /** Of times: 95 of 100 are not. */
    @JsonProperty("p95")
    P95,
    /** Of times: 99 of 100 are not. */
    @JsonProperty("p99")
    P99,
    /** Of times: 999 of 1,000 are not. */
    @JsonProperty("p999")
    P999,
    /** Of times: 9,999 of 10,000 are not. */
    @JsonProperty("p9999")
    P9999,
    /** Of times: the longest. */
    @JsonProperty("longest")
    LONGEST;

    /** Whether it is a quantile of times; else it is the reading of a series. */
    public boolean isOfTimes() {
      return share().isPresent();
    }

    /** The share of times that are not above it; empty for the reading of a series. */
    public OptionalDouble share() {
      return switch (this) {
        case RATE, PEAK, MEAN, MAX, LAST -> OptionalDouble.empty();
        case P50 -> OptionalDouble.of(0.5);
        case P90 -> OptionalDouble.of(0.9);
        case P95 -> OptionalDouble.of(0.95);
        case P99 -> OptionalDouble.of(0.99);
        case P999 -> OptionalDouble.of(0.999);
        case P9999 -> OptionalDouble.of(0.9999);
        case LONGEST -> OptionalDouble.of(1);
      };
    }

    /**
     * How many times a server must have recorded for a figure. A p99.99 of fewer than 100,000 would
     * stand on fewer than ten values.
     */
    public long leastTimes() {
      return this == P9999 ? 100_000 : 1;
    }
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

  /** How it is called, read and compared. */
  Metric metric() {
    boolean higher = better == Better.HIGHER;
    String words = name.replace('_', ' ');
    String direction = better == null ? "" : higher ? " (higher is better)" : " (lower is better)";
    return Metric.of(name, words + direction, unit)
        .compared(words, (higher ? "has more " : "has less ") + words)
        .shownFirst()
        .at(MetricValues.OWN, MetricValues.SCRAPED, name)
        .where(higher, Metric.Builder::higherIsBetter)
        .read(
            reading.isOfTimes()
                ? Pooling.answers(reading.share().getAsDouble(), this::times)
                : Pooling.mean(this::figure));
  }

  /**
   * What the server has written, or else its load of a step of that name, without what it refused;
   * empty if too few, or if its log stops: what it lacks may be the longest times of all. A server
   * without ticks counts with such a log.
   */
  private Optional<Answers> times(MeasuredInstance server) {
    Distribution own = server.ticks().times(series);
    Optional<Answers> times =
        own.isEmpty() ? StepTimes.accepted(server, series) : ofOwn(own, server.ticks());
    return times.filter(all -> all.times().count() + all.waiting().count() >= reading.leastTimes());
  }

  private static Optional<Answers> ofOwn(Distribution times, MeasuredTicks log) {
    return log.isLost() ? Optional.empty() : Optional.of(new Answers(times, 0, Long.MAX_VALUE));
  }

  /** A figure for which the divisor is zero is no figure. */
  private Optional<Double> figure(MeasuredInstance server) {
    Optional<Double> divisor =
        per != null ? server.mean(per) : perRate != null ? rate(server, perRate) : Optional.of(1.0);
    return value(server)
        .flatMap(value -> divisor.filter(d -> d > 0).map(d -> value / d))
        .filter(Double::isFinite);
  }

  private Optional<Double> value(MeasuredInstance server) {
    return switch (reading) {
      case RATE -> rate(server, series);
      case PEAK -> server.peak(series);
      case MEAN -> server.mean(series);
      case MAX -> server.max(series);
      case LAST -> server.last(series);
      case P50, P90, P95, P99, P999, P9999, LONGEST -> throw new AssertionError(reading);
    };
  }

  private static Optional<Double> rate(MeasuredInstance server, String counter) {
    return server.growth(counter).map(growth -> growth / server.windows().seconds());
  }
}
