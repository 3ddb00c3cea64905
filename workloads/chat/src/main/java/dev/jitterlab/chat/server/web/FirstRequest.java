package dev.jitterlab.chat.server.web;

import dev.jitterlab.chat.connection.OpenConnections;
import dev.jitterlab.chat.connection.Stranger;
import dev.jitterlab.chat.room.Parting;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerAdapter;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A connection that has not become a user: it gives its stranger's place back, and ends when its
 * time is over. The time is that of the whole request and its answer, so a byte now and then does
 * not prolong it. It is removed when the connection becomes a user.
 */
final class FirstRequest extends ChannelHandlerAdapter implements Stranger {
  private final OpenConnections open;
  private final Channel channel;
  private final int seconds;
  private Future<?> deadline;
  private volatile boolean isOver;

  FirstRequest(OpenConnections open, Channel channel, int seconds) {
    this.open = open;
    this.channel = channel;
    this.seconds = seconds;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    deadline = context.executor().schedule(this::close, seconds, TimeUnit.SECONDS);
  }

  private void close() {
    ChannelFuture unused = channel.close();
  }

  /** Netty calls it as well when the connection has ended. */
  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    isOver = true;
    deadline.cancel(false);
    open.asked();
  }

  @Override
  public boolean isStranger() {
    return !isOver;
  }

  @Override
  public void giveWay() {
    channel.eventLoop().execute(this::closeUnlessUser);
  }

  private void closeUnlessUser() {
    if (!isOver) {
      open.rooms().counters().count(Parting.GAVE_WAY);
      close();
    }
  }
}
