package dev.jitterlab.chat.load;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;

/**
 * Keeps a connection from being read. To turn off its automatic reading is not enough: a decoder
 * that has passed nothing on asks for more by itself.
 */
final class StoppedReader extends ChannelOutboundHandlerAdapter {
  private StoppedReader() {}

  /** Reads nothing from now on. For the thread of the channel's loop. */
  static void stop(Channel channel) {
    channel.config().setAutoRead(false);
    channel.pipeline().addFirst(new StoppedReader());
  }

  @Override
  public void read(ChannelHandlerContext context) {
    // nobody is to read
  }
}
