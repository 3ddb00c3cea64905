package dev.jitterlab.chat.room;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.chat.wire.ChatWire;
import dev.jitterlab.chat.wire.FrameWriter;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client enters while the server looks for one that gives way. Without a network. */
class ShutOutTest {
  private final ChatRooms rooms =
      new ChatRooms(new RoomLimits(), new ChatCounters(), ChatHistory.NONE);
  private final AtomicBoolean isShutOut = new AtomicBoolean();
  private Thread other;
  private ChatSession session;

  /** Has somebody shut the client out just when it is welcomed. */
  private final class AtTheWelcome implements ChatLink {
    @Override
    public void wake() {
      other = new Thread(() -> isShutOut.set(session.shutOut()));
      other.start();
      while (other.isAlive() && other.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
    }

    @Override
    public void end(Parting why) {
      throw new AssertionError(why);
    }
  }

  private void enter() throws Exception {
    byte[] frame =
        new FrameWriter(ChatWire.ENTER, 64)
            .put(ChatWire.VERSION)
            .putName("hall")
            .putName("anna")
            .frame();
    session.take(ByteBuffer.wrap(frame), 0);
  }

  @Test
  @Timeout(60)
  void whoIsWelcomedIsNotShutOut() throws Exception {
    session = new ChatSession(rooms, new AtTheWelcome(), 0);
    enter();
    other.join();

    assertFalse(isShutOut.get());
    assertTrue(session.hasEntered());
  }

  @Test
  void whoIsShutOutIsNotWelcomed() throws Exception {
    session = new ChatSession(rooms, new AtTheWelcome(), 0);
    assertTrue(session.shutOut());
    enter();

    assertFalse(session.hasEntered());
    assertFalse(session.queue().fill(ByteBuffer.allocate(1_024)), "no welcome");
    assertEquals(0, rooms.users());
    assertEquals(0, rooms.count(), "a room without users would never be given up");
  }
}
