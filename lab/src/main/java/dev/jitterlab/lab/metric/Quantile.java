package dev.jitterlab.lab.metric;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/** The quantiles that are given of every distribution, in the order of summary.json. */
public enum Quantile {
  /** The median. */
  P50("p50", 0.5),
  /** Nine of ten values are not above it. */
  P90("p90", 0.9),
  /** 95 of 100 are not. */
  P95("p95", 0.95),
  /** 99 of 100 are not. */
  P99("p99", 0.99),
  /** 999 of 1,000 are not. */
  P999("p99.9", 0.999),
  /** The greatest value. */
  MAX("max", 1);

  private final String title;
  private final double share;

  Quantile(String title, double share) {
    this.title = title;
    this.share = share;
  }

  /** The key in summary.json, such as {@code p999}. */
  public String key() {
    return title.replace(".", "");
  }

  /** The name for a reader, such as {@code p99.9}. */
  public String title() {
    return title;
  }

  /** The name in a sentence. */
  String words() {
    return this == MAX ? "maximum" : title;
  }

  /** The share of values that are not above it. */
  public double share() {
    return share;
  }

  /** Something for each of them, in their order. */
  static <T> Map<Quantile, T> each(Function<Quantile, T> made) {
    Map<Quantile, T> each = new EnumMap<>(Quantile.class);
    for (Quantile quantile : values()) {
      each.put(quantile, made.apply(quantile));
    }
    return each;
  }
}
