package dev.jitterlab.chat.load;

import dev.jitterlab.chat.wire.ChatWire;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/** Gives a user whole frames, all that came at once with one time. */
final class FrameReader extends ByteToMessageDecoder {
  private final ChatUser user;

  FrameReader(ChatUser user) {
    this.user = user;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    takeAll(user, in, System.nanoTime());
  }

  /** Takes all whole frames out of what came. */
  static void takeAll(ChatUser user, ByteBuf in, long nowNs) {
    while (in.readableBytes() >= ChatWire.LENGTH_BYTES) {
      int length = in.getInt(in.readerIndex());
      if (in.readableBytes() < ChatWire.LENGTH_BYTES + length) {
        return;
      }
      in.skipBytes(ChatWire.LENGTH_BYTES);
      int end = in.readerIndex() + length;
      user.frame(in, length, nowNs);
      in.readerIndex(end);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    super.channelInactive(context);
    user.disconnected(System.nanoTime());
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    var unused = context.close(); // the server's end of it: the counters show it
  }
}
