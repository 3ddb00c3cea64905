package dev.jitterlab.sockets;

import dev.jitterlab.load.NettyTransport;
import io.netty.bootstrap.Bootstrap;
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

/** Asks in all sessions from one of Netty's event loops. */
final class NettyClient extends Peer {
  private final InetSocketAddress to;
  private final SocketExchange exchange;
  private final Counts counts;
  private final NettyTransport kind;
  private final EventLoopGroup loops;
  private final ByteBuf request;

  private NettyClient(
      InetSocketAddress to, SocketExchange exchange, Counts counts, NettyTransport kind)
      throws IOException {
    this.to = to;
    this.exchange = exchange;
    this.counts = counts;
    this.kind = kind;
    this.loops = kind.loops(1);
    this.request =
        Unpooled.unreleasableBuffer(
            Unpooled.directBuffer(exchange.requestBytes()).writeZero(exchange.requestBytes()));
  }

  /** Starts the loop, in which all sessions connect. */
  static NettyClient start(
      InetSocketAddress to, SocketExchange exchange, Counts counts, NettyTransport kind)
      throws IOException {
    NettyClient client = new NettyClient(to, exchange, counts, kind);
    for (int i = 0; i < exchange.sessions(); i++) {
      client.connect(counts.of(i));
    }
    return client;
  }

  private void connect(SessionCount own) {
    Bootstrap bootstrap =
        new Bootstrap()
            .group(loops)
            .option(
                ChannelOption.RECVBUF_ALLOCATOR,
                new FixedRecvByteBufAllocator(exchange.bufferBytes()))
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new Session(own));
                  }
                });
    if (exchange.kind().isDatagram()) {
      bootstrap.channel(kind.datagram());
    } else {
      bootstrap.channel(kind.stream()).option(ChannelOption.TCP_NODELAY, exchange.noDelay());
    }
    ChannelFuture unused =
        bootstrap
            .connect(to)
            .addListener(
                connected -> {
                  if (!connected.isSuccess()) {
                    broke(connected.cause());
                  }
                });
  }

  private void broke(Throwable cause) {
    counts.sessionFailed("a session with " + to + " broke: " + cause);
  }

  /** One session's exchanges, on one connection after another if each has its own. */
  private final class Session extends ChannelInboundHandlerAdapter {
    private final SessionCount own;
    private int missing;
    private boolean ended;

    Session(SessionCount own) {
      this.own = own;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) throws IOException {
      if (transport.isEmpty()) {
        transport = Carriers.ofNetty(kind, context.channel());
      }
      if (exchange.kind() == ExchangeKind.TCP_STREAM) {
        stream(context);
      } else {
        ask(context);
      }
    }

    private void ask(ChannelHandlerContext context) {
      if (!counts.goesOn(own)) {
        end(context);
        return;
      }
      missing = exchange.responseBytes();
      ChannelFuture unused = Messages.send(context, request, exchange.isSplit());
    }

    private void end(ChannelHandlerContext context) {
      if (!ended) {
        ended = true;
        counts.sessionEnded();
        ChannelFuture unused = context.close();
      }
    }

    private void stream(ChannelHandlerContext context) {
      while (context.channel().isWritable() && !ended) {
        if (!counts.goesOn(own)) {
          ended = true; // what was written before goes out first
          ChannelFuture unused =
              context
                  .writeAndFlush(Unpooled.EMPTY_BUFFER)
                  .addListener(flushed -> counts.sessionEnded())
                  .addListener(ChannelFutureListener.CLOSE);
          return;
        }
        own.countOperation(0);
        ChannelFuture unused = context.writeAndFlush(request.duplicate(), context.voidPromise());
      }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      if (exchange.kind() == ExchangeKind.TCP_STREAM) {
        stream(context);
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      int got;
      if (message instanceof DatagramPacket) {
        got = ((DatagramPacket) message).content().readableBytes();
        ((DatagramPacket) message).release();
      } else {
        got = ((ByteBuf) message).readableBytes();
        ((ByteBuf) message).release();
      }
      missing -= got;
      if (missing > 0) {
        return;
      }
      if (missing < 0) {
        broke(new IOException("the response is longer than " + exchange.responseBytes()));
        ChannelFuture unused = context.close();
        return;
      }
      if (exchange.kind() != ExchangeKind.CRR) {
        own.countOperation(exchange.responseBytes());
        ask(context);
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      if (ended || counts.isEnding()) {
        return;
      }
      if (exchange.kind() != ExchangeKind.CRR || missing != 0) {
        broke(new IOException("the server has closed it"));
        return;
      }
      own.countOperation(exchange.responseBytes());
      if (counts.goesOn(own)) {
        connect(own);
      } else {
        counts.sessionEnded();
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      broke(cause);
      ended = true;
      ChannelFuture unused = context.close();
    }
  }

  @Override
  public void close() {
    counts.end();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
