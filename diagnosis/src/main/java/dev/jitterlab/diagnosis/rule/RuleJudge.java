package dev.jitterlab.diagnosis.rule;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.rule.RuleVerdict.Outcome;
import dev.jitterlab.diagnosis.timeline.Coverage;
import dev.jitterlab.diagnosis.timeline.EventSetting;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MeasuredSpan;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Judges the rules of users by what was recorded of one server. A rule that is not fulfilled is
 * "not found" only if all that it needs was recorded, finely enough. Not thread-safe.
 */
public final class RuleJudge {
  /** Shorter ones make nothing late: that they are missing changes no answer. */
  private static final long FINE_NS = 1_000_000;

  private static final int SIGHTINGS = 3;

  private final String instance;
  private final JvmTimeline timeline;
  private final List<Budget> late;
  private final List<MeasuredSpan> measured;

  /**
   * For one server.
   *
   * @param late its late ticks and slow requests
   * @param measured the time that counts; empty for all of the recording
   */
  public RuleJudge(
      String instance, JvmTimeline timeline, List<Budget> late, List<MeasuredSpan> measured) {
    this.instance = instance;
    this.timeline = timeline;
    this.late = List.copyOf(late);
    this.measured = List.copyOf(measured);
  }

  /** The verdicts, in the order of the rules. */
  public List<RuleVerdict> judge(RuleEvents events) {
    return events.rules().stream().map(rule -> judge(rule, events)).toList();
  }

  /** How the windows of a rule come out. */
  private static final class Windows {
    private int holding;
    private long lateNs;
    private RuleTally furthest;
    private long fromNs;
    private long toNs;

    void add(RuleTally tally, long from, long to, long latenessNs) {
      boolean holds = tally.holds();
      if (holds) {
        holding++;
        lateNs += Math.min(latenessNs, tally.coveredNs());
      }
      if (furthest == null || tally.isBeyond(furthest)) {
        furthest = tally;
        fromNs = from;
        toNs = to;
      }
    }
  }

  private RuleVerdict judge(UserRule rule, RuleEvents all) {
    Optional<String> missing = missing(rule, all);
    if (missing.isPresent()) {
      return nothing(rule, Outcome.NOT_RECORDED, missing.get(), OptionalDouble.empty());
    }
    List<MeasuredSpan> spans = measured.isEmpty() ? all.span() : measured;
    Windows windows = windows(rule, all.sorted(rule), spans);
    Optional<String> incomplete = incomplete(rule, all);
    if (windows.holding > 0 && (incomplete.isEmpty() || rule.condition().holdsWithMore())) {
      return found(rule, windows);
    }
    OptionalDouble value =
        windows.furthest == null || Double.isNaN(windows.furthest.value())
            ? OptionalDouble.empty()
            : OptionalDouble.of(rule.shownIn().fromBase(windows.furthest.value()));
    Optional<String> uncertain = incomplete.or(() -> withoutThread(rule));
    if (uncertain.isPresent()) {
      return nothing(rule, Outcome.NOT_RECORDED, uncertain.get(), value);
    }
    String why =
        rule.window().isLate() && late.isEmpty()
            ? "Nothing was late."
            : "The condition holds in no window"
                + (value.isPresent()
                    ? "; it came to "
                        + rule.shownIn().text(windows.furthest.value())
                        + " at the furthest, and the limit is "
                        + rule.shownIn().text(rule.limit())
                    : "")
                + ".";
    return nothing(rule, Outcome.NOT_FOUND, why, value);
  }

  private static RuleVerdict nothing(
      UserRule rule, Outcome outcome, String why, OptionalDouble value) {
    return new RuleVerdict(rule, outcome, why, value, 0, 0, List.of());
  }

  /** What keeps it from any answer. */
  private Optional<String> missing(UserRule rule, RuleEvents all) {
    Optional<String> off =
        Stream.concat(rule.events().stream(), rule.needs().stream())
            .filter(event -> !timeline.setting(event).enabled())
            .findFirst();
    if (off.isPresent()) {
      return Optional.of(
          off.get() + " was not recorded: it is not enabled in the recording, or unknown there.");
    }
    if (rule.window().isLate() && timeline.works().isEmpty()) {
      return Optional.of(
          "The recording has neither ticks nor requests (jitterlab.Tick, jitterlab.Request).");
    }
    return Optional.of(all.trouble(rule)).filter(why -> !why.isEmpty());
  }

  /** Why there may have been more events than those that are known. */
  private Optional<String> incomplete(UserRule rule, RuleEvents all) {
    if (all.isDamaged()) {
      return Optional.of("The recording is damaged: the part that is missing may decide.");
    }
    if (all.leftOut(rule) > 0) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "More than %,d events pass its filters; %,d were left out.",
              RuleEvents.MOST,
              all.leftOut(rule)));
    }
    for (String event : rule.events()) {
      EventSetting setting = timeline.setting(event);
      if (setting.thresholdNs() > Math.max(FINE_NS, rule.leastDurationNs())) {
        return Optional.of(
            setting.thresholdNs() == EventSetting.INFINITE
                ? "%s was recorded of late ticks only.".formatted(event)
                : "%s was recorded from %s on only."
                    .formatted(event, RuleUnit.MS.text((double) setting.thresholdNs())));
      }
      if (setting.mostASecond() > 0) {
        return Optional.of(
            String.format(
                Locale.ROOT,
                "%s was limited to %,d a second, so some may be missing. Record it with"
                    + " throttle=off.",
                event,
                setting.mostASecond()));
      }
    }
    return Optional.empty();
  }

  /** Whose windows were not looked at: that keeps "no" from being an answer. */
  private Optional<String> withoutThread(UserRule rule) {
    long without = late.stream().filter(budget -> !budget.work().hasThread()).count();
    return rule.window().kind() == RuleWindow.Kind.LATE_THREAD && without > 0
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "The thread of %,d slow %s is not known. %s",
                without,
                without == 1 ? "request" : "requests",
                Coverage.NAME_THREADS))
        : Optional.empty();
  }

  private Windows windows(UserRule rule, List<RuleEvent> events, List<MeasuredSpan> spans) {
    Windows windows = new Windows();
    RuleEventIndex index = new RuleEventIndex(events);
    switch (rule.window().kind()) {
      case LATE -> late.forEach(budget -> late(rule, budget, index, windows));
      case LATE_THREAD -> {
        Map<Long, RuleEventIndex> byThread = new HashMap<>();
        events.stream()
            .collect(Collectors.groupingBy(RuleEvent::thread))
            .forEach((thread, those) -> byThread.put(thread, new RuleEventIndex(those)));
        RuleEventIndex none = new RuleEventIndex(List.of());
        late.stream()
            .filter(budget -> budget.work().hasThread())
            .forEach(
                budget ->
                    late(
                        rule,
                        budget,
                        byThread.getOrDefault(budget.work().thread(), none),
                        windows));
      }
      case RUN -> {
        RuleTally tally = new RuleTally(rule);
        spans.forEach(
            span ->
                tally.add(
                    span.fromNs(), span.toNs(), index.overlapping(span.fromNs(), span.toNs())));
        if (!spans.isEmpty()) {
          windows.add(tally, spans.getFirst().fromNs(), spans.getLast().toNs(), 0);
        }
      }
      case STRETCH -> stretches(rule, events, index, spans, windows);
    }
    return windows;
  }

  /** Each event begins a window; of windows that overlap and hold, the first counts. */
  private static void stretches(
      UserRule rule,
      List<RuleEvent> events,
      RuleEventIndex index,
      List<MeasuredSpan> spans,
      Windows windows) {
    RuleComparison comparison = rule.condition().comparison();
    double[] figures = new RuleStretches(rule, events).figures();
    int furthest = -1;
    int holding = 0;
    long reachedNs = Long.MIN_VALUE;
    for (int i = 0; i < figures.length; i++) {
      long fromNs = events.get(i).startNs();
      if (spans.stream().anyMatch(span -> span.holds(fromNs))) {
        if (furthest < 0 || comparison.isBeyond(figures[i], figures[furthest])) {
          furthest = i;
        }
        if (fromNs >= reachedNs && comparison.holds(figures[i], rule.limit())) {
          holding++;
          reachedNs = fromNs + rule.window().lengthNs();
        }
      }
    }
    if (furthest >= 0) {
      long fromNs = events.get(furthest).startNs();
      long toNs = fromNs + rule.window().lengthNs();
      RuleTally tally = new RuleTally(rule);
      tally.add(fromNs, toNs, index.startingIn(fromNs, toNs));
      windows.add(tally, fromNs, toNs, 0);
      windows.holding = holding;
    }
  }

  private static void late(UserRule rule, Budget budget, RuleEventIndex index, Windows windows) {
    TimedWork work = budget.work();
    RuleTally tally = new RuleTally(rule);
    tally.add(work.fromNs(), work.endNs(), index.overlapping(work.fromNs(), work.endNs()));
    windows.add(tally, work.fromNs(), work.endNs(), budget.latenessNs());
  }

  private RuleVerdict found(UserRule rule, Windows windows) {
    RuleTally furthest = windows.furthest;
    List<RuleEvent> events = furthest.events().stream().sorted(mostTelling(rule)).toList();
    double value = furthest.value();
    String text =
        UserRule.fill(
            rule.text(),
            hole ->
                switch (hole) {
                  case "value" -> rule.shownIn().text(value);
                  case "limit" -> rule.shownIn().text(rule.limit());
                  case "count" -> String.valueOf(events.size());
                  case "windows" -> String.valueOf(windows.holding);
                  case "instance" -> instance;
                  case "event" ->
                      events.isEmpty()
                          ? String.join(", ", rule.events())
                          : events.getFirst().event();
                  case "thread" ->
                      events.isEmpty() ? "no thread" : timeline.thread(events.getFirst().thread());
                  default ->
                      events.isEmpty()
                          ? "?"
                          : events.getFirst().shown().get(rule.shown().indexOf(hole));
                });
    List<Sighting> evidence =
        events.isEmpty()
            ? List.of(
                new Sighting(
                    windows.fromNs,
                    windows.toNs - windows.fromNs,
                    "all threads",
                    String.join(", ", rule.events()),
                    "no such event in " + rule.window().words()))
            : events.stream().limit(SIGHTINGS).map(one -> sighting(rule, one)).toList();
    return new RuleVerdict(
        rule,
        Outcome.FOUND,
        text,
        OptionalDouble.of(rule.shownIn().fromBase(value)),
        windows.holding,
        windows.lateNs,
        evidence);
  }

  private static Comparator<RuleEvent> mostTelling(UserRule rule) {
    Comparator<RuleEvent> longest =
        Comparator.comparingLong((RuleEvent one) -> one.endNs() - one.startNs()).reversed();
    if (rule.condition().field().isEmpty()) {
      return longest;
    }
    Comparator<RuleEvent> byValue = Comparator.comparingDouble(RuleEvent::value);
    return (rule.condition().comparison().isUpwards() ? byValue.reversed() : byValue)
        .thenComparing(longest);
  }

  private Sighting sighting(UserRule rule, RuleEvent one) {
    StringBuilder what = new StringBuilder();
    List<String> fields = rule.shown();
    for (int i = 0; i < fields.size(); i++) {
      what.append(i == 0 ? "" : ", ").append(fields.get(i)).append('=').append(one.shown().get(i));
    }
    if (!one.at().isEmpty()) {
      what.append(what.isEmpty() ? "at " : ", at ").append(one.at());
    }
    return new Sighting(
        one.startNs(),
        one.endNs() - one.startNs(),
        timeline.thread(one.thread()),
        one.event(),
        what.toString());
  }
}
