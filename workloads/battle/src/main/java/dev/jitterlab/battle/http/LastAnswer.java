package dev.jitterlab.battle.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.DuplexChannel;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Ends a connection after its last answer was written, so that the client can read that answer. If
 * a socket is closed while bytes of the client lie in it unread, the kernel resets the connection,
 * and the client loses what it has not read yet: whoever sent too long a body would see a broken
 * connection instead of the reason. So only our direction ends at once. The other ends when the
 * client closes it, or after {@link #LINGER_MS}; what still comes is read and dropped.
 */
final class LastAnswer implements ChannelFutureListener {
  static final LastAnswer INSTANCE = new LastAnswer();

  private static final long LINGER_MS = 500;

  private LastAnswer() {}

  @Override
  public void operationComplete(ChannelFuture written) {
    Channel channel = written.channel();
    if (!written.isSuccess()) {
      close(channel);
      return;
    }
    ChannelFuture unused = ((DuplexChannel) channel).shutdownOutput();
    Future<?> closing =
        channel.eventLoop().schedule(() -> close(channel), LINGER_MS, TimeUnit.MILLISECONDS);
    channel.closeFuture().addListener(closed -> closing.cancel(false));
  }

  private static void close(Channel channel) {
    ChannelFuture unused = channel.close();
  }
}
