package dev.jitterlab.arrivals;

import java.util.ArrayList;
import java.util.List;

/**
 * A rate over time: phases one after another, each constant or changing evenly from one rate to
 * another; the last rate is kept for ever. Immutable and thread-safe.
 *
 * <p>Its integral, the number of arrivals, is inverted exactly: the time of the n-th arrival is
 * computed from n and never from the arrival before, so that rounding does not add up.
 */
final class RateProfile {
  private final List<RatePhase> phases;
  private final double[] beginCount;
  private final double[] beginNs;

  private RateProfile(List<RatePhase> phases) {
    this.phases = List.copyOf(phases);
    this.beginCount = new double[phases.size()];
    this.beginNs = new double[phases.size()];
    for (int i = 1; i < phases.size(); i++) {
      RatePhase before = phases.get(i - 1);
      beginCount[i] = beginCount[i - 1] + before.arrivals();
      beginNs[i] = beginNs[i - 1] + before.seconds() * 1e9;
    }
  }

  /**
   * Reads phases separated by commas, such as {@code 100:10s,100..400:30s,400}. Only the last one
   * may lack its duration.
   *
   * @throws IllegalArgumentException if the text is no profile, or it ends at rate 0
   */
  static RateProfile parse(String text) {
    List<RatePhase> phases = new ArrayList<>();
    for (String phase : text.split(",", -1)) {
      if (!phases.isEmpty() && last(phases).isEndless()) {
        throw new IllegalArgumentException(
            "rate " + text + ": only the last part may lack its duration; write 100:10s,200");
      }
      phases.add(RatePhase.parse(phase.trim()));
    }
    RatePhase last = last(phases);
    if (last.to() == 0) {
      throw new IllegalArgumentException(
          "rate " + text + ": the last rate is kept to the end and must be above 0");
    }
    if (!last.isEndless()) {
      phases.add(new RatePhase(last.to(), last.to(), Double.POSITIVE_INFINITY));
    }
    return new RateProfile(phases);
  }

  private static RatePhase last(List<RatePhase> phases) {
    return phases.get(phases.size() - 1);
  }

  /** Returns whether the rate never changes. */
  boolean isConstant() {
    return phases.stream().noneMatch(RatePhase::isRamp)
        && phases.stream().mapToDouble(RatePhase::to).distinct().count() == 1;
  }

  /** Returns whether the rate changes evenly from one to another, and then stays. */
  boolean isRamp() {
    return phases.size() == 2 && phases.get(0).isRamp();
  }

  /** Returns the greatest rate that there ever is. */
  double greatest() {
    return phases.stream().mapToDouble(phase -> Math.max(phase.from(), phase.to())).max().orElse(0);
  }

  /** Returns the rate at a time, in nanoseconds from the begin. */
  double at(long ns) {
    int phase = phaseAt(ns);
    return phases.get(phase).at(ns - beginNs[phase]);
  }

  /** Returns the number of the phase at a time, from 0, in nanoseconds from the begin. */
  int phaseAt(long ns) {
    int phase = phases.size() - 1;
    while (ns < beginNs[phase]) {
      phase--;
    }
    return phase;
  }

  /** Returns how many phases there are. */
  int phases() {
    return phases.size();
  }

  /** Returns the highest rate. */
  double highest() {
    return phases.stream().mapToDouble(phase -> Math.max(phase.at(0), phase.to())).max().orElse(0);
  }

  /** Returns when so many arrivals have come, in nanoseconds from the begin, rounded down. */
  long reachedNs(double count) {
    int phase = phases.size() - 1;
    while (count < beginCount[phase] || isOver(phase, count)) {
      phase--;
    }
    return (long) (beginNs[phase] + phases.get(phase).reachedNs(count - beginCount[phase]));
  }

  /** Whether the count is reached at the end of an earlier phase, before one without arrivals. */
  private boolean isOver(int phase, double count) {
    return phase > 0 && count == beginCount[phase];
  }
}
