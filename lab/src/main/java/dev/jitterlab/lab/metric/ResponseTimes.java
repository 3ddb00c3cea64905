package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.ResponseMetric;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How long answers took: quantiles of all requests together. One without a right answer counts as
 * longer than any answer, one that was still out at the end as what it had waited ({@link
 * Answers}).
 */
public final class ResponseTimes implements MetricProvider {
  private static final Map<ResponseMetric, Set<Quantile>> SHOWN_FIRST =
      Map.of(
          ResponseMetric.RESPONSE, EnumSet.of(Quantile.P50, Quantile.P99, Quantile.MAX),
          ResponseMetric.COMPENSATED, EnumSet.of(Quantile.P99));

  private static final Map<ResponseMetric, Map<Quantile, Metric>> FAMILIES =
      new EnumMap<>(ResponseMetric.class);

  static {
    for (ResponseMetric time : ResponseMetric.values()) {
      FAMILIES.put(time, Quantile.each(quantile -> metric(time, quantile)));
    }
  }

  @Override
  public List<Metric> metrics() {
    return FAMILIES.values().stream().flatMap(family -> family.values().stream()).toList();
  }

  /** One of them. */
  public static Metric of(ResponseMetric time, Quantile quantile) {
    return FAMILIES.get(time).get(quantile);
  }

  private static String key(ResponseMetric time) {
    return switch (time) {
      case RESPONSE -> "response_seconds";
      case COMPENSATED -> "response_seconds_compensated";
    };
  }

  private static Metric metric(ResponseMetric time, Quantile quantile) {
    String words = time.words();
    return Metric.of(
            key(time) + "." + quantile.key(),
            Character.toUpperCase(words.charAt(0)) + words.substring(1) + " " + quantile.title(),
            Unit.SECONDS)
        .compared(words + " " + quantile.words(), "answers faster")
        .ofLoad()
        .where(SHOWN_FIRST.get(time).contains(quantile), Metric.Builder::shownFirst)
        .read(Pooling.answers(quantile, server -> answers(server, time)));
  }

  /** A server may have answered nothing, and then all its requests are beyond any time. */
  private static Optional<Answers> answers(MeasuredInstance server, ResponseMetric time) {
    Distribution times = server.responses().of(time);
    Distribution waiting = server.responses().waiting(time);
    if (time == ResponseMetric.COMPENSATED && times.isEmpty() && waiting.isEmpty()) {
      return Optional.empty(); // of an open model
    }
    return Answers.of(
        server,
        times,
        waiting,
        Answers.UNANSWERED_OR_LOST,
        outcome ->
            outcome.equals(Answers.LOST)
                ? "jitterlab_load_lost_total"
                : "jitterlab_load_outcomes_total{outcome=\"%s\"}".formatted(outcome));
  }
}
