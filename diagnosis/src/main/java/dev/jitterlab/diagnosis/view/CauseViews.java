package dev.jitterlab.diagnosis.view;

import java.util.List;

/**
 * The views of the causes. Immutable.
 *
 * @param overTime late time by cause over time, one of each group
 * @param waterfalls from the baseline to each other group; empty without a baseline
 * @param lanes what happened around the worst late events, the latest first
 * @param samples what late work ran and normal work did not, one of each group
 */
public record CauseViews(
    List<LateOverTime> overTime,
    List<Waterfall> waterfalls,
    List<EventLanes> lanes,
    List<SampleComparison> samples) {
  /** Of a file that has none. */
  public static final CauseViews NONE = new CauseViews(List.of(), List.of(), List.of(), List.of());

  /** Copies the lists. */
  public CauseViews {
    overTime = List.copyOf(overTime);
    waterfalls = List.copyOf(waterfalls);
    lanes = List.copyOf(lanes);
    samples = List.copyOf(samples);
  }
}
