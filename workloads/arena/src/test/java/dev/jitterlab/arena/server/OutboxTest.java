package dev.jitterlab.arena.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arena.wire.StateFrame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class OutboxTest {
  private static final int PART_BYTES = 1_400;

  /** An update would then draw over a picture that waits to be sent. */
  @Test
  void aFrameWhosePictureCouldNotBeSentIsFreedOnlyByItsLink() throws InterruptedException {
    StateFrame frame = new StateFrame(PART_BYTES);
    CountDownLatch isAtNext = new CountDownLatch(1);
    ClientLink fails =
        sent -> {
          sent.free();
          sent.take(); // an update has drawn the next picture meanwhile
          throw new UncheckedIOException(new IOException("of the test"));
        };
    ClientLink next = sent -> isAtNext.countDown();
    try (Outbox outbox = new Outbox()) {
      frame.take();
      assertTrue(outbox.offer(new Outbox.Parcel(frame, fails)));
      assertTrue(outbox.offer(new Outbox.Parcel(new StateFrame(PART_BYTES), next)));
      isAtNext.await();

      assertEquals(1, outbox.failed.sum());
      assertFalse(frame.isFree(), "the next picture is in it");
    }
  }
}
