package dev.jitterlab.lab.collect;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Whether servers got the same load: how many requests each acknowledged in a second. The thesis
 * throws out trials in which one is more than 5 % off the mean (section 5.3.4). Immutable.
 *
 * @param ratePerSecond server id to its rate; not empty
 */
public record LoadDeviation(Map<String, Double> ratePerSecond) {
  /** What a load process counts of each server: what the server acknowledged. */
  public static final String ANSWERED = "jitterlab_load_answered_total";

  /** How far off the mean a server may be. */
  public static final double LIMIT = 0.05;

  /** Keeps the order. */
  public LoadDeviation {
    ratePerSecond = new LinkedHashMap<>(ratePerSecond);
  }

  /** The label set of a server in the counters of its load process. */
  public static String labels(String serverId) {
    return "target=\"" + serverId + "\"";
  }

  /** The rate of the mean server. */
  public double mean() {
    return ratePerSecond.values().stream().mapToDouble(rate -> rate).average().orElse(0);
  }

  /** By which part of the mean a server is off it; 0 where nothing was answered at all. */
  public double deviation(String serverId) {
    double mean = mean();
    return mean <= 0 ? 0 : Math.abs(ratePerSecond.get(serverId) - mean) / mean;
  }

  /** The server that is farthest off; of equals the first by name. */
  public String worst() {
    return ratePerSecond.keySet().stream()
        .min(Comparator.comparing((String id) -> -deviation(id)).thenComparing(id -> id))
        .orElseThrow();
  }
}
