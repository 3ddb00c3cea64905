package dev.jitterlab.aggregator.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestLimitTest {
  private final List<String> happened = new ArrayList<>();
  private long nowNs;

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
    RequestLimit limit = new RequestLimit(1, 1, 100, () -> nowNs);
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
    RequestLimit limit = new RequestLimit(1, 5, 100, () -> nowNs);
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
}
