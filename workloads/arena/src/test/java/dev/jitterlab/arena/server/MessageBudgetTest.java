package dev.jitterlab.arena.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arena.wire.WireFormat;
import org.junit.jupiter.api.Test;

class MessageBudgetTest {
  private static final long SECOND_NS = 1_000_000_000;

  private static int takenOfAMinute(int rate) {
    MessageBudget budget = new MessageBudget(0);
    int taken = 0;
    for (int i = 0; i < 60 * rate; i++) {
      taken += budget.take(i * SECOND_NS / rate) ? 1 : 0;
    }
    return taken;
  }

  @Test
  void everyRateThatBotsMayHaveIsLetIn() {
    int most = WireFormat.MOST_MESSAGES_A_SECOND;
    assertEquals(60 * most, takenOfAMinute(most));
    assertTrue(takenOfAMinute(most + 10) < 60 * (most + 10));
  }
}
