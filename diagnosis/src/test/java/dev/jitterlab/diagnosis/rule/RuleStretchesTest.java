package dev.jitterlab.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.jitterlab.diagnosis.timeline.EventSetting;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RuleStretchesTest {
  private static final long MS = 1_000_000;

  private static UserRule rule(long lengthNs, String condition) {
    return new UserRule(
        "mine",
        List.of("a.B"),
        List.of(),
        List.of(),
        new RuleWindow(RuleWindow.Kind.STRETCH, lengthNs),
        RuleCondition.of(condition).orElseThrow(),
        Optional.empty(),
        "{value}",
        "");
  }

  private static RuleEvent event(long startNs, long endNs, double value) {
    return new RuleEvent(startNs, endNs, 1, "a.B", value, List.of(), "");
  }

  private static List<RuleEvent> some(int count, boolean ofDurations) {
    SplittableRandom random = new SplittableRandom(count);
    List<RuleEvent> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long start = random.nextLong(2L * count);
      long end = start + (i % 5 == 0 ? random.nextLong(60) : random.nextLong(3));
      events.add(event(start, end, ofDurations ? end - start : random.nextInt(-9, 100)));
    }
    events.sort(Comparator.comparingLong(RuleEvent::startNs));
    return events;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "count > 3",
        "rate > 3",
        "share > 0.5",
        "sum(rows) > 3",
        "max(rows) > 3",
        "min(rows) < 3",
        "mean(rows) > 3",
        "sum(duration) > 3 ns",
        "mean(duration) > 3 ns",
        "max(duration) > 3 ns"
      })
  void aWindowsFigureIsThatOfItsEvents(String condition) {
    for (int count : new int[] {0, 1, 2, 5, 100, 400}) {
      List<RuleEvent> events = some(count, condition.contains("duration"));
      RuleEventIndex index = new RuleEventIndex(events);
      for (long length : new long[] {1, 7, 50, 1_000}) {
        UserRule rule = rule(length, condition);
        double[] figures = new RuleStretches(rule, events).figures();
        assertEquals(count, figures.length);
        for (int i = 0; i < count; i++) {
          long from = events.get(i).startNs();
          RuleTally plain = new RuleTally(rule);
          plain.add(from, from + length, index.startingIn(from, from + length));
          assertEquals(plain.value(), figures[i], "event " + i + " of " + count + ", " + length);
        }
      }
    }
  }

  private static RuleVerdict judged(UserRule rule, List<RuleEvent> events) {
    TimelineBuilder timeline = new TimelineBuilder();
    timeline.setting("a.B", new EventSetting(true, 0, 0));
    RuleEvents all = new RuleEvents(List.of(rule));
    for (RuleEvent one : events) {
      all.add(rule, one);
      all.time(one.endNs());
    }
    return new RuleJudge("server", timeline.build(), List.of(), List.of()).judge(all).getFirst();
  }

  @Test
  void manyEventsInLongWindowsAreJudgedInAMoment() {
    List<RuleEvent> events = new ArrayList<>();
    for (int i = 0; i < RuleEvents.MOST; i++) {
      events.add(event(i * MS, i * MS, Double.NaN));
    }
    UserRule rule = rule(100_000 * MS, "count > 1000000");
    RuleVerdict verdict = assertTimeout(Duration.ofSeconds(20), () -> judged(rule, events));
    assertEquals(RuleVerdict.Outcome.NOT_FOUND, verdict.outcome(), verdict.text());
    assertEquals(100_000, verdict.value().orElseThrow());
  }

  /** Five events are in three windows that hold; two of these overlap. */
  @Test
  void windowsThatOverlapCountOnce() {
    List<RuleEvent> events = new ArrayList<>();
    for (long at : new long[] {0, 1, 2, 20, 21}) {
      events.add(event(at * MS, at * MS, Double.NaN));
    }
    RuleVerdict verdict = judged(rule(10 * MS, "count >= 2"), events);
    assertEquals(RuleVerdict.Outcome.FOUND, verdict.outcome());
    assertEquals(2, verdict.windows());
    assertEquals("3", verdict.text());
  }
}
