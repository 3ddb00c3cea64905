package dev.jitterlab.business.drive;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the one that raises the load has found so far, by the name of its gauge. Thread-safe. */
public final class LoadFigures {
  /** How many warehouses, or transactions a second, are held now; 0 while that changes. */
  public static final String LEVEL = "level";

  /** Transactions a second without pauses between them. */
  public static final String MAXIMUM = "maximum_per_second";

  /** The greatest rate that kept the objective. */
  public static final String CAPACITY = "capacity_per_second";

  /** How many warehouses there were in the last level that kept the minimum. */
  public static final String CARRIED_WAREHOUSES = "carried_warehouses";

  /** The most transactions a second of any level. */
  public static final String PEAK = "peak_per_second";

  /** The share of the CPUs that the process used in the last level whose terminals all worked. */
  public static final String END_CPU = "end_cpu_ratio";

  /** What lives, by the heap's maximum, when the last level is over. */
  public static final String END_LIVE = "end_live_ratio";

  /** Transactions a second in the last level whose terminals all worked. */
  public static final String END_RATE = "end_per_second";

  /** 1 once the last level is over. */
  public static final String ENDED = "ended";

  private final Map<String, Double> figures = new ConcurrentHashMap<>();

  void set(String name, double value) {
    figures.put(name, value);
  }

  /** Returns those that there are by now. */
  public Map<String, Double> all() {
    return new LinkedHashMap<>(figures);
  }
}
