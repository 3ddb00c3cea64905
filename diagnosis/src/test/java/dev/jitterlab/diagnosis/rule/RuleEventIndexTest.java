package dev.jitterlab.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A search finds what looking at each event finds, for any number of events. */
class RuleEventIndexTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 31, 32, 33, 100})
  void findsWhatLookingAtEachOneFinds(int count) {
    SplittableRandom random = new SplittableRandom(count);
    List<RuleEvent> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long start = random.nextLong(60);
      long length = i % 7 == 0 ? random.nextLong(60) : i % 2 * random.nextLong(4);
      events.add(new RuleEvent(start, start + length, 1, "a.B", i, List.of(), ""));
    }
    events.sort(Comparator.comparingLong(RuleEvent::startNs));
    RuleEventIndex index = new RuleEventIndex(events);
    for (long from = -2; from < 65; from++) {
      for (long to = from; to < 65; to += 3) {
        assertEquals(byLooking(events, from, to), index.overlapping(from, to), from + " " + to);
      }
    }
  }

  private static List<RuleEvent> byLooking(List<RuleEvent> events, long from, long to) {
    return events.stream()
        .filter(one -> one.startNs() < to)
        .filter(one -> one.endNs() > from || one.startNs() >= from)
        .toList();
  }
}
