package dev.jitterlab.battle.server.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ServerLoadTest {
  private static String reason(String given) {
    return new ServerLoad(0, 0, false, false, given).reason;
  }

  /** The allocator refuses a heartbeat with a longer one, and takes the server for gone. */
  @Test
  void aReasonFitsIntoAHeartbeat() {
    assertEquals("draining", reason("draining"));
    assertEquals("x".repeat(500), reason("x".repeat(500)));
    assertEquals("x".repeat(499) + "…", reason("x".repeat(501)));
    assertEquals("x".repeat(498) + "…", reason("x".repeat(498) + "\uD83D\uDE00".repeat(9)));
  }
}
