package dev.jitterlab.diagnosis.view;

import dev.jitterlab.diagnosis.timeline.Cause;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * From the late time of the baseline's mean server to that of another group, cause by cause.
 * Immutable.
 *
 * @param group the other group
 * @param baseline the baseline
 * @param baselineSeconds the late time of the baseline's mean server
 * @param seconds the same of the group
 * @param steps what the group has more of each cause, or less (negative); the greatest first. With
 *     {@code baselineSeconds} they add up to {@code seconds}.
 */
public record Waterfall(
    String group, String baseline, double baselineSeconds, double seconds, List<Step> steps) {
  private static final double NS = 1e9;

  /** A cause's difference. */
  public record Step(String cause, double seconds) {}

  /** Copies the list. */
  public Waterfall {
    steps = List.copyOf(steps);
  }

  /** Of two groups' late time by {@link Cause#rank}, in nanoseconds over all their servers. */
  static Waterfall of(
      String baseline, long[] baselineNs, int itsServers, String group, long[] ns, int servers) {
    List<Step> steps = new ArrayList<>();
    double from = 0;
    double to = 0;
    for (Cause cause : Cause.values()) {
      double before = baselineNs[cause.rank()] / NS / itsServers;
      double now = ns[cause.rank()] / NS / servers;
      from += before;
      to += now;
      if (before > 0 || now > 0) {
        steps.add(new Step(cause.id(), now - before));
      }
    }
    steps.sort(Comparator.comparingDouble((Step step) -> Math.abs(step.seconds())).reversed());
    return new Waterfall(group, baseline, from, to, steps);
  }
}
