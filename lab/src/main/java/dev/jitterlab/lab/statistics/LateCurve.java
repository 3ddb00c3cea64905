package dev.jitterlab.lab.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The share of late ticks as a function of the load that never falls: the isotonic regression of
 * the observed shares, weighted by the ticks. Immutable.
 *
 * <p>Shares of single stretches jump up and down. Where a higher load has a lower share than a
 * lower one, both are taken together, as often as it takes (pool adjacent violators; Barlow,
 * Bartholomew, Bremner and Brunk 1972, "Statistical Inference under Order Restrictions"): of all
 * curves that never fall, the one under which what was seen is most probable. So a bad second in
 * the middle counts at its load, spread over the good ones above it, and can neither be jumped over
 * nor decide by itself.
 *
 * @param steps from the lowest load to the highest, each with a greater share than the one before;
 *     at least one
 */
public record LateCurve(List<Step> steps) {
  /**
   * Where the curve is level.
   *
   * @param fromLoad the lowest load that was seen in it
   * @param toLoad the highest
   * @param ticks how many it comes from
   * @param late how many of them were late
   */
  public record Step(double fromLoad, double toLoad, double ticks, double late) {
    /** The share of late ticks. */
    public double share() {
      return late / ticks;
    }

    private Step with(Step next) {
      return new Step(fromLoad, next.toLoad, ticks + next.ticks, late + next.late);
    }
  }

  /** Fits the curve; in any order, the load of several stretches may be the same. */
  public static Optional<LateCurve> of(List<LoadedTicks> stretches) {
    SortedMap<Double, Step> byLoad = new TreeMap<>();
    for (LoadedTicks one : stretches) {
      Step step = new Step(one.load(), one.load(), one.ticks(), one.late());
      byLoad.merge(one.load(), step, Step::with);
    }
    List<Step> steps = new ArrayList<>();
    for (Step observed : byLoad.values()) {
      Step step = observed;
      while (!steps.isEmpty() && steps.getLast().share() >= step.share()) {
        step = steps.removeLast().with(step);
      }
      steps.add(step);
    }
    return steps.isEmpty() ? Optional.empty() : Optional.of(new LateCurve(List.copyOf(steps)));
  }

  /** The greatest load at which the share is within the limit. */
  public Capacity capacity(double limit) {
    if (steps.getLast().share() <= limit) {
      return new Capacity.AtLeast(steps.getLast().toLoad());
    }
    return steps.reversed().stream()
        .filter(step -> step.share() <= limit)
        .findFirst()
        .<Capacity>map(step -> new Capacity.Reached(step.toLoad()))
        .orElseGet(() -> new Capacity.Below(steps.getFirst().fromLoad()));
  }
}
