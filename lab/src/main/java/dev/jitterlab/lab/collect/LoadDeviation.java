package dev.jitterlab.lab.collect;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Whether servers were to get the same load: how many requests a second the plan has for each. What
 * they answered is what they did, and not asked here. The thesis throws out trials in which one is
 * more than 5 % off the mean (section 5.3.4). One request more or less says nothing: whether it is
 * counted depends on the moment of counting. Immutable.
 *
 * @param planned server id to what the plan has for it; not empty
 */
public record LoadDeviation(Map<String, PlannedLoad> planned) {
  /** What was due while players could play; of load generators that do not count the plan. */
  public static final String OFFERED = "jitterlab_load_offered_total";

  /** How far off the mean a server may be. */
  public static final double LIMIT = 0.05;

  /** Keeps the order. */
  public LoadDeviation {
    planned = new LinkedHashMap<>(planned);
  }

  /** The label set of a server in the counters of its load process. */
  public static String labels(String serverId) {
    return "target=\"" + serverId + "\"";
  }

  /** The rate of the mean server. */
  public double mean() {
    return planned.values().stream().mapToDouble(PlannedLoad::perSecond).average().orElse(0);
  }

  /** By which part of the mean a server is off it; 0 where nothing was planned at all. */
  public double deviation(String serverId) {
    double mean = mean();
    PlannedLoad own = planned.get(serverId);
    double off = Math.abs(own.requests() - mean * own.seconds());
    return mean <= 0 || off <= 1 ? 0 : off / (mean * own.seconds());
  }

  /** The server that is farthest off; of equals the first by name. */
  public String worst() {
    return planned.keySet().stream()
        .min(Comparator.comparing((String id) -> -deviation(id)).thenComparing(id -> id))
        .orElseThrow();
  }
}
