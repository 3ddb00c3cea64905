package dev.jitterlab.battle.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ForgeryBudgetTest {
  private static final long SECOND_NS = 1_000_000_000L;

  private final ForgeryBudget budget = new ForgeryBudget(1, 0);

  private static RateLimit session() {
    return new RateLimit(ForgeryBudget.SESSION_PER_SECOND, 0);
  }

  /** Sends that many forged packets at once; returns how many were decrypted. */
  private int decrypted(RateLimit own, int packets, long nowNs) {
    int decrypted = 0;
    for (int i = 0; i < packets; i++) {
      if (budget.admits(own, nowNs)) {
        budget.spend(own, nowNs);
        decrypted++;
      }
    }
    return decrypted;
  }

  @Test
  void opensASampleOnceASessionsBudgetIsSpent() {
    RateLimit own = session();
    assertEquals(1_000, decrypted(own, 1_000, 0));
    assertEquals(1_600 / 16, decrypted(own, 1_600, 0), 50);
    assertEquals(1_000 + 1_600 / 16, decrypted(own, 2_600, SECOND_NS), 50);
  }

  @Test
  void boundsWhatAllSessionsTogetherCost() {
    int sessions = 100;
    int decrypted = 0;
    for (int i = 0; i < sessions; i++) {
      decrypted += decrypted(session(), 1_000, 0);
    }
    int unquestioned = 5_000 + 95 * ForgeryBudget.UNQUESTIONED;
    assertEquals(unquestioned + (100_000 - unquestioned) / 16, decrypted, 500);
  }

  @Test
  void aSessionThatIsNotAttackedIsOpenedWhateverIsSentToOthers() {
    for (int i = 0; i < 10; i++) {
      int unused = decrypted(session(), 10_000, 0);
    }
    RateLimit own = session();
    for (int i = 0; i < 1_000; i++) {
      assertTrue(budget.admits(own, 0));
    }
    assertEquals(ForgeryBudget.UNQUESTIONED, decrypted(own, ForgeryBudget.UNQUESTIONED, 0));
  }
}
