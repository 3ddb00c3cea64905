package dev.jitterlab.diagnosis.rule;

import java.util.ArrayList;
import java.util.List;

/** What the events of one window come to. Not thread-safe. */
final class RuleTally {
  private static final double SECOND = 1e9;

  private final UserRule rule;
  private final List<List<RuleEvent>> stretches = new ArrayList<>();
  private int count;
  private long lengthNs;
  private long coveredNs;
  private double sum;
  private double most = Double.NEGATIVE_INFINITY;
  private double least = Double.POSITIVE_INFINITY;

  RuleTally(UserRule rule) {
    this.rule = rule;
  }

  /** Adds a stretch of time with its events, in order of their start; they are not copied. */
  void add(long fromNs, long toNs, List<RuleEvent> those) {
    lengthNs += toNs - fromNs;
    stretches.add(those);
    count += those.size();
    long until = fromNs;
    for (RuleEvent one : those) {
      long start = Math.max(fromNs, one.startNs());
      long end = Math.min(toNs, one.endNs());
      coveredNs += Math.max(0, end - Math.max(until, start));
      until = Math.max(until, end);
      boolean isDuration = rule.condition().field().equals("duration");
      sum += isDuration ? Math.max(0, end - start) : one.value();
      most = Math.max(most, one.value());
      least = Math.min(least, one.value());
    }
  }

  /** Its events. */
  List<RuleEvent> events() {
    return stretches.stream().flatMap(List::stream).toList();
  }

  /** How much of the window they cover. */
  long coveredNs() {
    return coveredNs;
  }

  /** The rule's figure; not a number if it has none. */
  double value() {
    return switch (rule.condition().measure()) {
      case COUNT -> count;
      case RATE -> lengthNs <= 0 ? Double.NaN : count * SECOND / lengthNs;
      case SHARE -> lengthNs <= 0 ? Double.NaN : coveredNs / (double) lengthNs;
      case SUM -> sum;
      case MAX -> count == 0 ? Double.NaN : most;
      case MIN -> count == 0 ? Double.NaN : least;
      case MEAN -> count == 0 ? Double.NaN : sum / count;
    };
  }

  boolean holds() {
    return rule.condition().comparison().holds(value(), rule.limit());
  }

  /** Whether its figure goes further than another one's. */
  boolean isBeyond(RuleTally other) {
    return rule.condition().comparison().isBeyond(value(), other.value());
  }
}
