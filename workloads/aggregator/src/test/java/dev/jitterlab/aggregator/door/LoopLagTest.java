package dev.jitterlab.aggregator.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LoopLagTest {
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private long nowNs;
  private final LoopLag lag = new LoopLag(channel.eventLoop(), () -> nowNs);

  @BeforeEach
  void starts() {
    lag.start();
  }

  @AfterEach
  void closes() {
    channel.close();
  }

  /** The task runs this long after it was due. */
  private void runsLateBy(long millis) {
    nowNs += TimeUnit.MILLISECONDS.toNanos(20 + millis);
    lag.run();
  }

  private long lagMillis() {
    return TimeUnit.NANOSECONDS.toMillis(lag.lagNs());
  }

  @Test
  void onePauseIsNoLag() {
    runsLateBy(0);
    runsLateBy(170);
    assertEquals(0, lagMillis(), "right after the pause");
    runsLateBy(5);
    assertEquals(5, lagMillis(), "what the pause left behind");
    runsLateBy(0);
    assertEquals(0, lagMillis());
  }

  @Test
  void lagThatLastsCounts() {
    runsLateBy(170);
    runsLateBy(150);
    assertEquals(150, lagMillis());
    runsLateBy(190);
    assertEquals(150, lagMillis());
    runsLateBy(0);
    assertEquals(0, lagMillis(), "the loop has caught up");
  }
}
