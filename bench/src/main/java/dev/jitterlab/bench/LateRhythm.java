package dev.jitterlab.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether something that made ticks late came again and again after the same time. By Rayleigh's
 * test: each moment is an arrow on a clock whose hand goes round once in that time. If the moments
 * have nothing to do with it, the arrows point anywhere and nearly cancel each other.
 *
 * <p>A rhythm of a little more than its time, as of a thread that sleeps for 0.25 s and then works,
 * runs away from the clock; so each {@value #SPAN_SECONDS} s are looked at by themselves. Moments
 * that come in bursts look like a rhythm, too: it is a hint and no proof.
 *
 * @param seconds the time
 * @param power the squared length of all arrows together by their number; 1 by chance
 * @param probability of at least that power by chance
 */
public record LateRhythm(double seconds, double power, double probability) {
  /**
   * What a JVM and the bench do again and again: the JVM's statistics; a recording's look at the
   * system; the bench's look at its processes; the tick log.
   */
  static final List<Double> SECONDS = List.of(0.05, 0.1, 0.25, 0.5, 1.0);

  /** Above it, for all times together, there is no rhythm worth a word. */
  private static final double SIGNIFICANT = 0.01;

  private static final long SPAN_SECONDS = 5;
  private static final int FEWEST = 4;
  private static final double NS_PER_SECOND = 1e9;

  /** What is late for longer than this is late once. */
  private static final long SAME_NS = 3_000_000;

  /**
   * Looks for rhythms.
   *
   * @param traces the moments of each trace, in ascending order, in nanoseconds
   * @return one for each time; none if there are too few moments
   */
  static List<LateRhythm> of(List<List<Long>> traces) {
    List<List<Long>> spans = new ArrayList<>();
    traces.forEach(trace -> spans.addAll(spans(trace)));
    return spans.isEmpty()
        ? List.of()
        : SECONDS.stream().map(seconds -> of(seconds, spans)).toList();
  }

  private static List<List<Long>> spans(List<Long> moments) {
    List<List<Long>> spans = new ArrayList<>();
    List<Long> span = new ArrayList<>();
    for (long ns : moments) {
      if (!span.isEmpty() && ns - span.getFirst() >= SPAN_SECONDS * NS_PER_SECOND) {
        spans.add(span);
        span = new ArrayList<>();
      }
      if (span.isEmpty() || ns - span.getLast() >= SAME_NS) {
        span.add(ns);
      }
    }
    spans.add(span);
    spans.removeIf(one -> one.size() < FEWEST);
    return spans;
  }

  private static LateRhythm of(double seconds, List<List<Long>> spans) {
    double sum = 0;
    for (List<Long> span : spans) {
      double x = 0;
      double y = 0;
      for (long ns : span) {
        double angle = 2 * Math.PI * (ns - span.getFirst()) / (seconds * NS_PER_SECOND);
        x += Math.cos(angle);
        y += Math.sin(angle);
      }
      sum += (x * x + y * y) / span.size();
    }
    return new LateRhythm(seconds, sum / spans.size(), aboveByChance(sum, spans.size()));
  }

  /**
   * The power of each span is distributed exponentially, so their sum as a gamma distribution. By
   * logarithms, because of many spans the first term is too small for a double.
   */
  private static double aboveByChance(double sum, int spans) {
    double logTerm = -sum;
    double all = 0;
    for (int i = 0; i < spans; i++) {
      all += Math.exp(logTerm);
      logTerm += Math.log(sum / (i + 1));
    }
    return Math.min(1, all);
  }

  /** Whether chance is no explanation, although several times were looked at. */
  boolean isSignificant() {
    return probability * SECONDS.size() < SIGNIFICANT;
  }
}
