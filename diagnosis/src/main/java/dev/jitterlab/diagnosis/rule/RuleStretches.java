package dev.jitterlab.diagnosis.rule;

import dev.jitterlab.diagnosis.timeline.Bisection;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleBinaryOperator;

/**
 * A rule's figures of windows of one length. Each event begins a window, and an event belongs to
 * those in which it begins. There may be 200,000 windows with as many events each, so no window
 * looks at all of its events: both bounds only move on. The figures are those of a {@link
 * RuleTally}, but for the last digit of a sum. Immutable.
 */
final class RuleStretches {
  private static final double SECOND = 1e9;

  private final UserRule rule;
  private final List<RuleEvent> events;
  private final long lengthNs;

  /** For the window of each event, the places of its first event and behind its last one. */
  private final int[] firsts;

  private final int[] ends;

  /** For events in order of their start; not copied. */
  RuleStretches(UserRule rule, List<RuleEvent> sorted) {
    this.rule = rule;
    events = sorted;
    lengthNs = rule.window().lengthNs();
    firsts = new int[sorted.size()];
    ends = new int[firsts.length];
    int first = 0;
    int end = 0;
    for (int i = 0; i < firsts.length; i++) {
      while (startNs(first) < startNs(i)) {
        first++;
      }
      while (end < firsts.length && startNs(end) < endNs(i)) {
        end++;
      }
      firsts[i] = first;
      ends[i] = end;
    }
  }

  private long startNs(int at) {
    return events.get(at).startNs();
  }

  /** When the window ends that an event begins. */
  private long endNs(int at) {
    return startNs(at) + lengthNs;
  }

  private int count(int at) {
    return ends[at] - firsts[at];
  }

  /** The figure of the window that each event begins. */
  double[] figures() {
    double[] figures = new double[firsts.length];
    switch (rule.condition().measure()) {
      case COUNT -> Arrays.setAll(figures, this::count);
      case RATE -> Arrays.setAll(figures, at -> count(at) * SECOND / lengthNs);
      case SHARE -> {
        long[] covered = coveredNs();
        Arrays.setAll(figures, at -> covered[firsts[at]] / (double) lengthNs);
      }
      case SUM -> figures = sums();
      case MAX -> figures = folded(Math::max, Double.NEGATIVE_INFINITY);
      case MIN -> figures = folded(Math::min, Double.POSITIVE_INFINITY);
      case MEAN -> {
        double[] sums = sums();
        Arrays.setAll(figures, at -> sums[at] / count(at));
      }
    }
    return figures;
  }

  private double[] sums() {
    return rule.condition().field().equals("duration") ? durations() : folded(Double::sum, 0);
  }

  /**
   * The values of each window, put together. Nothing is taken out again, which would leave errors
   * of rounding: what is put together is, up to some turn, the values from each place on, and the
   * values behind that turn. When all before the turn have left, it moves to the window's end.
   *
   * @param none what changes no value
   */
  private double[] folded(DoubleBinaryOperator fold, double none) {
    double[] figures = new double[firsts.length];
    double[] fromHereOn = new double[firsts.length];
    int turn = 0;
    int until = 0;
    double behind = none;
    for (int i = 0; i < figures.length; i++) {
      if (firsts[i] >= turn) {
        turn = ends[i];
        until = turn;
        behind = none;
        double all = none;
        for (int k = turn - 1; k >= firsts[i]; k--) {
          all = fold.applyAsDouble(events.get(k).value(), all);
          fromHereOn[k] = all;
        }
      }
      while (until < ends[i]) {
        behind = fold.applyAsDouble(behind, events.get(until++).value());
      }
      figures[i] = fold.applyAsDouble(fromHereOn[firsts[i]], behind);
    }
    return figures;
  }

  /** The times of the events in each window, without what lies behind the window. */
  private double[] durations() {
    long[] before = new long[firsts.length + 1];
    for (int i = 0; i < firsts.length; i++) {
      before[i + 1] = before[i] + events.get(i).endNs() - startNs(i);
    }
    RuleEventIndex index = new RuleEventIndex(events);
    double[] figures = new double[firsts.length];
    for (int i = 0; i < figures.length; i++) {
      long ns = before[ends[i]] - before[firsts[i]];
      long end = endNs(i);
      for (RuleEvent longer : index.overlapping(end, end)) {
        ns -= longer.startNs() >= startNs(i) ? longer.endNs() - end : 0;
      }
      figures[i] = ns;
    }
    return figures;
  }

  /**
   * How much of each window its events cover, by its first event. Seen from the end, the events
   * from one on cover blocks of time; an earlier event becomes one block with those that it meets.
   */
  private long[] coveredNs() {
    long[] covered = new long[firsts.length];
    long[] blockStarts = new long[firsts.length]; // the last block first
    long[] blockEnds = new long[firsts.length];
    long[] total = new long[firsts.length]; // of a block and all behind it
    int blocks = 0;
    for (int i = firsts.length - 1; i >= 0; i--) {
      long end = events.get(i).endNs();
      while (blocks > 0 && blockStarts[blocks - 1] <= end) {
        blocks--;
        end = Math.max(end, blockEnds[blocks]);
      }
      blockStarts[blocks] = startNs(i);
      blockEnds[blocks] = end;
      total[blocks] = end - startNs(i) + (blocks == 0 ? 0 : total[blocks - 1]);
      blocks++;
      long windowEnd = endNs(i);
      int last = Bisection.firstNot(0, blocks, at -> blockStarts[at] >= windowEnd);
      covered[i] =
          total[blocks - 1]
              - total[last]
              + Math.min(blockEnds[last], windowEnd)
              - blockStarts[last];
    }
    return covered;
  }
}
