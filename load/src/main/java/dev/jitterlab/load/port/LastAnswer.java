package dev.jitterlab.load.port;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Ends a connection after its last answer, so that the client can read that answer. If a socket is
 * closed while bytes of the client lie in it unread, the kernel resets the connection, and the
 * client loses what it has not read yet. A client that sent too long a body would see a broken
 * connection instead of the reason.
 *
 * <p>So only our direction ends when the answer was written. What the client still sends is read
 * and dropped in front of every decoder. The connection is closed when the client closes it, after
 * two to four seconds in which nothing came, or after ten seconds in all. That is long enough for a
 * client that sends 4 MB at 10 Mbit/s before it reads. What a decoder had taken in before that can
 * still reach the handlers; they ask {@link #isGiven} and drop it. For the channel's event loop.
 */
public final class LastAnswer extends ChannelInboundHandlerAdapter {
  private static final int LOOK_SECONDS = 2;
  private static final int MOST_LOOKS = 5;

  private final Channel channel;
  private boolean isHeard; // since the last look
  private int looks;

  private LastAnswer(Channel channel) {
    this.channel = channel;
  }

  /**
   * Ends a connection after a write. Called once for a connection.
   *
   * @param writing of the last answer; its writer limits how long that may take
   */
  public static void after(ChannelFuture writing) {
    LastAnswer last = new LastAnswer(writing.channel());
    last.channel.pipeline().addFirst(last);
    ChannelFuture unused = writing.addListener(written -> last.written(written.isSuccess()));
  }

  /** Returns whether the last answer of a connection was given: nothing may be written any more. */
  public static boolean isGiven(Channel channel) {
    return channel.pipeline().get(LastAnswer.class) != null;
  }

  private void written(boolean isSuccess) {
    if (!isSuccess || !(channel instanceof DuplexChannel)) {
      close();
      return;
    }
    ChannelFuture unused = ((DuplexChannel) channel).shutdownOutput();
    channel.config().setAutoRead(true);
    Future<?> looking =
        channel
            .eventLoop()
            .scheduleWithFixedDelay(this::look, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
    ChannelFuture unusedToo = channel.closeFuture().addListener(closed -> looking.cancel(false));
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    isHeard = true;
    ReferenceCountUtil.release(message);
  }

  private void look() {
    looks++;
    if (!isHeard || looks == MOST_LOOKS) {
      close();
    }
    isHeard = false;
  }

  private void close() {
    ChannelFuture unused = channel.close();
  }
}
