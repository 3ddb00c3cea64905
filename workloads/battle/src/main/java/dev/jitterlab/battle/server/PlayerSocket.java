package dev.jitterlab.battle.server;

import dev.jitterlab.load.NettyTransport;
import dev.jitterlab.observer.PortException;
import dev.jitterlab.observer.UnavailableException;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.DatagramChannel;
import java.io.IOException;
import java.net.InetSocketAddress;

/** The UDP socket of a server, by the transport that was asked for and no other. */
final class PlayerSocket {
  private static final int BUFFER_BYTES = 4 << 20;

  /** A packet longer than this is cut, and still too long to be valid. */
  private static final int RECEIVED_BYTES = 2 * SessionHandler.MAX_RECEIVED_BYTES;

  /** Packets that one call of recvmmsg has room for; each costs a little, also where none comes. */
  private static final int PACKETS_PER_CALL = 16;

  private PlayerSocket() {}

  /** Makes a channel that is not open yet. */
  static DatagramChannel of(NettyTransport transport) {
    try {
      return transport.datagram().getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Netty's channels have a public constructor", e);
    }
  }

  /**
   * Opens the port.
   *
   * @param packetsPerTurn after which the event loop does something else than read
   * @throws PortException if it is in use
   * @throws UnavailableException if the channel turns out to be of another transport
   */
  static void open(
      DatagramChannel channel,
      NettyTransport transport,
      EventLoopGroup network,
      ChannelHandler sessions,
      int packetsPerTurn,
      ServerMetrics metrics,
      InetSocketAddress at)
      throws IOException {
    boolean receivesSeveral = transport == NettyTransport.EPOLL;
    int packets = receivesSeveral ? PACKETS_PER_CALL : 1;
    Bootstrap bootstrap =
        new Bootstrap()
            .group(network)
            .channelFactory(() -> channel)
            .option(ChannelOption.SO_RCVBUF, BUFFER_BYTES)
            .option(ChannelOption.SO_SNDBUF, BUFFER_BYTES)
            .option(
                ChannelOption.RECVBUF_ALLOCATOR,
                new ReceiveCalls(
                    packets, RECEIVED_BYTES, packetsPerTurn, metrics.receiveCalls::inc))
            .handler(sessions);
    if (receivesSeveral) {
      bootstrap.option(EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, RECEIVED_BYTES);
    }
    ChannelFuture bound = bootstrap.bind(at).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new PortException("UDP", at.getHostString(), at.getPort(), bound.cause());
    }
    String unusedName = transport.readBack(channel);
    metrics.uses(transport);
  }
}
