package dev.jitterlab.sockets;

import dev.jitterlab.load.NettyTransport;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.socket.DatagramPacket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Serves all sessions from Netty's event loops. */
final class NettyServer extends Peer {
  private final SocketExchange exchange;
  private final Counts counts;
  private final EventLoopGroup loops;
  private final ByteBuf response;
  private final AtomicInteger nextSession = new AtomicInteger();
  private Channel door;

  private NettyServer(SocketExchange exchange, Counts counts, EventLoopGroup loops) {
    this.exchange = exchange;
    this.counts = counts;
    this.loops = loops;
    this.response =
        Unpooled.unreleasableBuffer(
            Unpooled.directBuffer(exchange.responseBytes()).writeZero(exchange.responseBytes()));
  }

  /** Opens the port, in event loops of this transport and no other. */
  static NettyServer start(
      InetSocketAddress at, SocketExchange exchange, Counts counts, NettyTransport transport)
      throws IOException {
    NettyServer server = new NettyServer(exchange, counts, transport.loops(1));
    try {
      server.door =
          exchange.kind().isDatagram()
              ? server.datagrams(transport).bind(at).sync().channel()
              : server.connections(transport).bind(at).sync().channel();
      server.transport = Carriers.ofNetty(transport, server.door);
      return server;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      server.close();
      throw new IOException("interrupted", e);
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private Bootstrap datagrams(NettyTransport transport) {
    return new Bootstrap()
        .group(loops)
        .channel(transport.datagram())
        .option(
            ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(exchange.bufferBytes()))
        .handler(new DatagramAnswer());
  }

  private ServerBootstrap connections(NettyTransport transport) {
    return new ServerBootstrap()
        .group(loops)
        .channel(transport.listening())
        .option(ChannelOption.SO_REUSEADDR, true)
        .option(ChannelOption.SO_BACKLOG, SocketServer.BACKLOG)
        .childOption(ChannelOption.TCP_NODELAY, exchange.noDelay())
        .childOption(
            ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(exchange.bufferBytes()))
        .childHandler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                int session = nextSession.getAndIncrement() % exchange.sessions();
                channel.pipeline().addLast(new Answer(counts.of(session)));
              }
            });
  }

  /** Answers whole requests of one connection. */
  private final class Answer extends ChannelInboundHandlerAdapter {
    private final SessionCount own;
    private int missing = exchange.requestBytes();

    Answer(SessionCount own) {
      this.own = own;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf in = (ByteBuf) message;
      int got = in.readableBytes();
      in.release();
      if (exchange.kind() == ExchangeKind.TCP_STREAM) {
        own.countReceived(got, exchange.requestBytes());
        return;
      }
      missing -= got;
      if (missing > 0) {
        return;
      }
      missing = exchange.requestBytes();
      own.countOperation(exchange.requestBytes());
      ChannelFuture sent = Messages.send(context, response, exchange.isSplit());
      if (exchange.kind() == ExchangeKind.CRR) {
        sent = sent.addListener(ChannelFutureListener.CLOSE);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      ChannelFuture unused = context.close(); // its client says so
    }
  }

  private final class DatagramAnswer extends ChannelInboundHandlerAdapter {
    private final DatagramSessions sessions = new DatagramSessions(counts, exchange.sessions());

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      DatagramPacket packet = (DatagramPacket) message;
      InetSocketAddress from = packet.sender();
      packet.release();
      sessions.of(from).countOperation(exchange.requestBytes());
      ChannelFuture unused =
          context.writeAndFlush(
              new DatagramPacket(response.duplicate(), from), context.voidPromise());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      counts.sessionFailed("the datagram socket broke: " + cause);
      ChannelFuture unused = context.close();
    }
  }

  @Override
  InetSocketAddress address() {
    return (InetSocketAddress) door.localAddress();
  }

  @Override
  public void close() {
    counts.end();
    if (door != null) {
      door.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
    }
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
