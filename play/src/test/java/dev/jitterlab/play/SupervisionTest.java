package dev.jitterlab.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SupervisionTest {
  private static final long SECOND = 1_000_000_000L;

  private final Supervision supervision = new Supervision();

  @Test
  void waitsTwiceAsLongEachTimeAndGivesUpAfterFive() {
    long nowNs = 0;
    for (long pauseSeconds : List.of(1, 2, 4, 8, 16)) {
      supervision.started("login", nowNs);
      assertTrue(supervision.died("login", nowNs));
      assertEquals(List.of(), supervision.takeDue(nowNs + pauseSeconds * SECOND - 1));
      nowNs += pauseSeconds * SECOND;
      assertEquals(List.of("login"), supervision.takeDue(nowNs));
      assertTrue(supervision.isIdle());
    }
    supervision.started("login", nowNs);
    assertFalse(supervision.died("login", nowNs));
  }

  @Test
  void whoHasLivedLongBeginsAnew() {
    supervision.started("login", 0);
    assertTrue(supervision.died("login", 0));
    supervision.started("login", SECOND);
    assertTrue(supervision.died("login", 31 * SECOND));
    assertEquals(List.of("login"), supervision.takeDue(32 * SECOND));
  }

  @Test
  void whoIsKilledOnPurposeComesBackHoweverOften() {
    for (int i = 0; i < 20; i++) {
      supervision.started("login", i * SECOND);
      supervision.killed("login", i * SECOND);
      assertFalse(supervision.isIdle());
      assertEquals(List.of("login"), supervision.takeDue((i + 1) * SECOND));
    }
  }
}
