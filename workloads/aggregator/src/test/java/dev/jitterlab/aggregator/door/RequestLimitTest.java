package dev.jitterlab.aggregator.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RequestLimitTest {
  private static final int LONGEST_WAIT_NS = 100;

  private final List<String> happened = new ArrayList<>();
  private final TreeMap<Long, Runnable> timer = new TreeMap<>();
  private long nowNs;

  private RequestLimit limit(int mostWaiting) {
    return new RequestLimit(
        1,
        mostWaiting,
        LONGEST_WAIT_NS,
        () -> nowNs,
        (task, afterNs) -> timer.put(nowNs + afterNs, task));
  }

  /** Lets time pass until the timer calls. */
  private void toTheTimer() {
    nowNs = timer.firstKey();
    timer.pollFirstEntry().getValue().run();
  }

  private RequestLimit.Turn turn(String name) {
    return new RequestLimit.Turn() {
      @Override
      public void begin(boolean waited) {
        happened.add(name + (waited ? " waited" : ""));
      }

      @Override
      public void shed() {
        happened.add(name + " shed");
      }
    };
  }

  @Test
  void lettsInSoManyKeepsAFewAndRefusesTheRest() throws RefusedException {
    RequestLimit limit = limit(1);
    limit.enter(turn("a"));
    limit.enter(turn("b"));
    RefusedException refused = assertThrows(RefusedException.class, () -> limit.enter(turn("c")));
    assertEquals(RequestRefusal.QUEUE_FULL, refused.refusal());

    limit.leave();
    assertEquals(List.of("a", "b waited"), happened);
    limit.leave();
    assertEquals(0, limit.underWay());
  }

  @Test
  void whoWaitedTooLongIsShed() throws RefusedException {
    RequestLimit limit = limit(5);
    limit.enter(turn("a"));
    limit.enter(turn("b"));
    nowNs = 60;
    limit.enter(turn("c"));
    nowNs = 120;
    limit.leave();

    assertEquals(List.of("a", "b shed", "c waited"), happened);
    assertEquals(1, limit.underWay());
    assertEquals(0, limit.waiting());
  }

  @Test
  void whoWaitsIsShedInTimeThoughNobodyLeaves() throws RefusedException {
    RequestLimit limit = limit(5);
    limit.enter(turn("a"));
    assertTrue(timer.isEmpty(), "nobody waits");
    limit.enter(turn("b"));
    nowNs = 60;
    limit.enter(turn("c"));
    assertEquals(Set.of(100L), timer.keySet(), "one timer, for the first");

    toTheTimer();
    assertEquals(List.of("a", "b shed"), happened);
    assertEquals(Set.of(160L), timer.keySet(), "for the next");
    toTheTimer();
    assertEquals(List.of("a", "b shed", "c shed"), happened);
    assertEquals(0, limit.waiting());
    assertEquals(1, limit.underWay());
    assertTrue(timer.isEmpty(), "nobody waits any more");

    limit.enter(turn("d"));
    assertEquals(Set.of(260L), timer.keySet(), "it is set again");
  }

  @Test
  void theTimerLeavesAloneWhoseTurnHasCome() throws RefusedException {
    RequestLimit limit = limit(5);
    limit.enter(turn("a"));
    limit.enter(turn("b"));
    nowNs = 99;
    limit.leave();
    toTheTimer();

    assertEquals(List.of("a", "b waited"), happened);
    assertTrue(timer.isEmpty());
  }
}
