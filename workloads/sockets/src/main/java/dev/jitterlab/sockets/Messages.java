package dev.jitterlab.sockets;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;

/** Sends whole messages through Netty, as the exchange has it: in one piece, or in two. */
final class Messages {
  private Messages() {}

  /**
   * Sends one.
   *
   * @param message cannot be released; it is used by all connections
   * @return is done when all of it is sent
   */
  static ChannelFuture send(ChannelHandlerContext context, ByteBuf message, boolean split) {
    int bytes = message.readableBytes();
    if (!split || bytes < 2) {
      return context.writeAndFlush(message.duplicate());
    }
    ChannelFuture unused = context.writeAndFlush(message.slice(0, bytes / 2));
    return context.writeAndFlush(message.slice(bytes / 2, bytes - bytes / 2));
  }
}
