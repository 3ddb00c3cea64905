package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator.ExtendedHandle;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

class ReceiveCallsTest {
  private static final int PACKET_BYTES = 512;
  private static final int PACKETS_PER_TURN = 8;

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private int counted;

  private ExtendedHandle turn(int packetsPerCall) {
    ReceiveCalls calls =
        new ReceiveCalls(packetsPerCall, PACKET_BYTES, PACKETS_PER_TURN, () -> counted++);
    ExtendedHandle handle = (ExtendedHandle) calls.newHandle();
    handle.reset(channel.config());
    return handle;
  }

  /**
   * Does what Netty does for a call that brings so many packets; returns whether another follows.
   */
  private static boolean isFollowed(ExtendedHandle turn, int packetsPerCall, int packets) {
    ByteBuf room = turn.allocate(UnpooledByteBufAllocator.DEFAULT);
    try {
      assertEquals(packetsPerCall * PACKET_BYTES, room.writableBytes());
    } finally {
      room.release();
    }
    turn.lastBytesRead(packets * 10);
    turn.incMessagesRead(packets);
    return turn.continueReading(() -> true);
  }

  @Test
  void asksForNoMoreOnceTheSocketIsEmpty() {
    ExtendedHandle turn = turn(4);
    assertTrue(isFollowed(turn, 4, 4));
    assertFalse(isFollowed(turn, 4, 3));
    assertEquals(2, counted);
  }

  /** A call that brings one packet says nothing about others. */
  @Test
  void asksOnWhereACallBringsOnePacketOnly() {
    ExtendedHandle turn = turn(1);
    for (int i = 1; i < PACKETS_PER_TURN; i++) {
      assertTrue(isFollowed(turn, 1, 1));
    }
    assertFalse(isFollowed(turn, 1, 1), "the event loop has other work too");
    assertEquals(PACKETS_PER_TURN, counted);
  }

  @Test
  void endsATurnThatWouldNeverEnd() {
    ExtendedHandle turn = turn(4);
    assertTrue(isFollowed(turn, 4, 4));
    assertFalse(isFollowed(turn, 4, 4));
  }
}
