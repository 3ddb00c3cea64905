package dev.jitterlab.load.port;

import dev.jitterlab.load.NettyTransport;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Consumer;

/** A TCP port that Netty listens on. */
public final class ListeningPort {
  private ListeningPort() {}

  /**
   * Opens a port. Its connections have TCP_NODELAY.
   *
   * @param at port 0 for any free one
   * @param backlog how many connections may wait to be accepted
   * @param accept gets each connection, in its event loop, and adds its handlers
   * @throws IOException if the port cannot be opened
   */
  public static Channel open(
      EventLoopGroup loops, InetSocketAddress at, int backlog, Consumer<SocketChannel> accept)
      throws IOException {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops)
            .channel(NettyTransport.of(loops).listening())
            .option(ChannelOption.SO_BACKLOG, backlog)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    accept.accept(channel);
                  }
                })
            .bind(at)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          String.format(
              "cannot open TCP port %d on %s (%s); is it in use? Port 0 takes any free one",
              at.getPort(), at.getHostString(), bound.cause().getMessage()),
          bound.cause());
    }
    return bound.channel();
  }
}
