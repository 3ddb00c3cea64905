package dev.jitterlab.diagnosis.rule;

import dev.jitterlab.diagnosis.timeline.MeasuredSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a recording has for some rules, in bounded memory. Not thread-safe. */
public final class RuleEvents {
  /** More events of one rule are counted and not kept. */
  static final int MOST = 200_000;

  private final List<UserRule> rules;
  private final Map<UserRule, List<RuleEvent>> kept = new HashMap<>();
  private final Map<UserRule, Long> leftOut = new HashMap<>();
  private final Map<UserRule, String> troubles = new HashMap<>();
  private boolean damaged;
  private long firstNs = Long.MAX_VALUE;
  private long lastNs = Long.MIN_VALUE;

  /** For these rules. */
  public RuleEvents(List<UserRule> rules) {
    this.rules = List.copyOf(rules);
  }

  /** The rules. */
  public List<UserRule> rules() {
    return rules;
  }

  /** An event passed the filters of a rule. */
  public void add(UserRule rule, RuleEvent event) {
    List<RuleEvent> events = kept.computeIfAbsent(rule, _ -> new ArrayList<>());
    if (events.size() < MOST) {
      events.add(event);
    } else {
      leftOut.merge(rule, 1L, Long::sum);
    }
  }

  /** A rule cannot be judged; the first reason is kept. */
  public void trouble(UserRule rule, String why) {
    troubles.putIfAbsent(rule, why);
  }

  /** The recording has an event at that time, of whatever kind. */
  public void time(long ns) {
    firstNs = Math.min(firstNs, ns);
    lastNs = Math.max(lastNs, ns);
  }

  /** From the first event of the recording to its last one; empty without events. */
  List<MeasuredSpan> span() {
    return firstNs > lastNs ? List.of() : List.of(new MeasuredSpan(firstNs, lastNs + 1));
  }

  /** The recording could not be read to its end. */
  public void damaged() {
    damaged = true;
  }

  boolean isDamaged() {
    return damaged;
  }

  String trouble(UserRule rule) {
    return troubles.getOrDefault(rule, "");
  }

  long leftOut(UserRule rule) {
    return leftOut.getOrDefault(rule, 0L);
  }

  List<RuleEvent> sorted(UserRule rule) {
    return kept.getOrDefault(rule, List.of()).stream()
        .sorted(Comparator.comparingLong(RuleEvent::startNs))
        .toList();
  }
}
