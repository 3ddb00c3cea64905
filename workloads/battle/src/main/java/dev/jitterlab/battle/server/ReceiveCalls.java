package dev.jitterlab.battle.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/**
 * Says how much a socket receives by one system call, and counts those calls. A call that brings
 * fewer packets than it has room for has emptied the socket, so no other follows to find that out.
 */
final class ReceiveCalls implements RecvByteBufAllocator {
  private final RecvByteBufAllocator buffers;
  private final int packetsPerCall;
  private final Runnable counter;

  /**
   * Creates them.
   *
   * @param packetBytes room for each packet
   * @param packetsPerTurn after which the event loop does something else
   * @param counter told of every call, on the event loop
   */
  ReceiveCalls(int packetsPerCall, int packetBytes, int packetsPerTurn, Runnable counter) {
    this.packetsPerCall = packetsPerCall;
    this.buffers =
        new FixedRecvByteBufAllocator(packetsPerCall * packetBytes)
            .maxMessagesPerRead(packetsPerTurn);
    this.counter = counter;
  }

  @Override
  @SuppressWarnings("deprecation") // Netty still asks for it
  public Handle newHandle() {
    return new Counted((ExtendedHandle) buffers.newHandle());
  }

  private final class Counted extends DelegatingHandle implements ExtendedHandle {
    private final ExtendedHandle turn;
    private int packets;

    Counted(ExtendedHandle turn) {
      super(turn);
      this.turn = turn;
    }

    @Override
    public ByteBuf allocate(ByteBufAllocator allocator) {
      counter.run();
      packets = 0;
      return super.allocate(allocator);
    }

    @Override
    public void incMessagesRead(int more) {
      packets += more;
      super.incMessagesRead(more);
    }

    @Override
    public boolean continueReading(UncheckedBooleanSupplier maybeMore) {
      return packets >= packetsPerCall && turn.continueReading(maybeMore);
    }
  }
}
