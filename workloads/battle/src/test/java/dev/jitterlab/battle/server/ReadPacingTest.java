package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReadPacingTest {
  private static final long SECOND_NS = 1_000_000_000L;

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final ReadPacing pacing = new ReadPacing(0);

  @BeforeEach
  void freeze() {
    channel.freezeTime();
  }

  @AfterEach
  void close() {
    boolean unused = channel.finishAndReleaseAll();
  }

  private boolean reads() {
    return channel.config().isAutoRead();
  }

  private void pass(long ns) {
    channel.advanceTimeBy(ns, TimeUnit.NANOSECONDS);
    channel.runPendingTasks();
  }

  @Test
  void readsAtOnceWhatPlayersAndAFewOthersSend() {
    for (int ms = 0; ms < 3_000; ms++) {
      pacing.read(channel, 9, ms * SECOND_NS / 1_000);
      assertTrue(reads());
    }
  }

  @Test
  void readsAFloodOnceAPause() {
    pacing.read(channel, ReadPacing.UNPACED_PER_SECOND, 0);
    assertTrue(reads());
    for (int reading = 0; reading < 10; reading++) {
      pacing.read(channel, 100, 0);
      assertFalse(reads());
      pass(ReadPacing.PAUSE_NS - 1);
      assertFalse(reads());
      pass(1);
      assertTrue(reads());
    }
    pacing.read(channel, 100, SECOND_NS);
    assertTrue(reads(), "the flood is over");
  }
}
