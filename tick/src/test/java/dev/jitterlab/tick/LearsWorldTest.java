package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.recording.TickRecorder;
import org.junit.jupiter.api.Test;

class LearsWorldTest {
  private static final int PLAYERS = 20;
  private static final int SHOTS = 30;

  @Test
  void everyMessageWasReceivedOrCountedAsOverflow() throws InterruptedException {
    TickRecorder recorder = new TickRecorder();
    LearsWorld world;
    try (LocklessScheduler scheduler =
        TickSchedulers.named("lockless").threads(3).listener(recorder).createLockless()) {
      world = new LearsWorld(scheduler, PLAYERS, SHOTS);
      assertTrue(world.awaitEnd(), "players or projectiles tick no more");
      assertEquals(PLAYERS, scheduler.activeTasks(), "no projectile is left");
      assertEquals(0, scheduler.failedTicks());
    }
    long read = 0;
    long overflowed = 0;
    for (LearsWorld.Player player : world.players()) {
      assertEquals(player.mailbox.received(), player.hits + player.scores);
      read += player.hits + player.scores;
      overflowed += player.mailbox.overflowed();
    }

    assertTrue(read > 0, "nobody hit anybody");
    assertEquals(world.sent.sum(), read + overflowed);
    assertTrue(recorder.ticks() >= (long) PLAYERS * SHOTS * 2, "projectiles tick, too");
  }
}
