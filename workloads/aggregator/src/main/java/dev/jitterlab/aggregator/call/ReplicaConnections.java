package dev.jitterlab.aggregator.call;

import dev.jitterlab.load.NettyTransport;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The connections of one event loop to one replica: reused, bounded, one exchange at a time on
 * each. Confined to the event loop.
 */
final class ReplicaConnections {
  private static final int CONNECT_MS = 1_000;
  private static final AsciiString BUDGET = AsciiString.cached("X-Budget-Ms");
  private static final AsciiString NUMBER = AsciiString.cached("Idempotency-Key");

  private final CallSettings settings;
  private final String host;
  private final Bootstrap bootstrap;
  private final ArrayDeque<Connection> idle = new ArrayDeque<>();
  private final ArrayDeque<UpstreamExchange> waiting = new ArrayDeque<>();
  private int open;

  ReplicaConnections(EventLoop loop, InetSocketAddress address, CallSettings settings) {
    this.settings = settings;
    this.host = address.getHostString() + ':' + address.getPort();
    this.bootstrap =
        new Bootstrap()
            .group(loop)
            .channel(NettyTransport.of(loop).stream())
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MS)
            .remoteAddress(address)
            .handler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel
                        .pipeline()
                        .addLast(new HttpClientCodec())
                        .addLast(new HttpObjectAggregator(settings.answerBytes, true))
                        .addLast(new Connection());
                  }
                });
  }

  void send(UpstreamExchange exchange) {
    Connection connection = idle.pollLast();
    while (connection != null && !connection.isActive()) {
      connection = idle.pollLast();
    }
    if (connection != null) {
      connection.write(exchange);
    } else if (open < settings.connections) {
      connect(exchange);
    } else if (waiting.size() < settings.waiting) {
      waiting.add(exchange);
    } else {
      exchange.end(CallOutcome.BULKHEAD, null);
    }
  }

  private void connect(UpstreamExchange exchange) {
    open++;
    ChannelFuture connecting = bootstrap.connect();
    var unused =
        connecting.addListener(
            done -> {
              if (done.isSuccess()) {
                Channel channel = connecting.channel();
                channel.closeFuture().addListener(closed -> oneLess());
                Connection connection = channel.pipeline().get(Connection.class);
                if (exchange.isEnded()) {
                  connection.free();
                } else {
                  connection.write(exchange);
                }
              } else {
                oneLess();
                exchange.end(CallOutcome.BROKEN, null);
              }
            });
  }

  private void oneLess() {
    open--;
    next();
  }

  private void next() {
    UpstreamExchange exchange = waiting.poll();
    while (exchange != null && exchange.isEnded()) {
      exchange = waiting.poll();
    }
    if (exchange != null) {
      send(exchange);
    }
  }

  /** A service gives up when the caller's time is over, often just before the caller does. */
  private static CallOutcome failure(int status) {
    switch (status) {
      case 404:
        return CallOutcome.NOT_FOUND;
      case 504:
        return CallOutcome.TIMEOUT;
      default:
        return CallOutcome.ERROR;
    }
  }

  /** One connection, and the exchange that is on it. */
  final class Connection extends SimpleChannelInboundHandler<FullHttpResponse> {
    private ChannelHandlerContext context;
    private UpstreamExchange exchange; // null: none
    private Future<?> patience; // null: somebody waits for the answer

    @Override
    public void handlerAdded(ChannelHandlerContext itsContext) {
      context = itsContext;
    }

    private void write(UpstreamExchange itsExchange) {
      exchange = itsExchange;
      exchange.sentOn(this);
      ServiceCall call = exchange.call;
      ByteBuf body = call.body == null ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(call.body);
      FullHttpRequest request =
          new DefaultFullHttpRequest(
              HttpVersion.HTTP_1_1,
              call.body == null ? HttpMethod.GET : HttpMethod.POST,
              call.target,
              body);
      long leftMs = TimeUnit.NANOSECONDS.toMillis(call.deadlineNs - System.nanoTime());
      request.headers().set(HttpHeaderNames.HOST, host);
      request.headers().set(BUDGET, Long.toString(Math.max(0, leftMs)));
      if (call.body != null) {
        request.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, call.body.length);
      }
      if (call.number != null) {
        request.headers().set(NUMBER, call.number);
      }
      var unused = context.writeAndFlush(request, context.voidPromise());
    }

    private void free() {
      if (isActive()) {
        idle.addLast(this);
      }
      next();
    }

    private boolean isActive() {
      return context.channel().isActive();
    }

    /**
     * Nobody waits for an exchange's answer any more. It may still come until the call's deadline,
     * and then the connection can be used again: a new one takes more CPU time than an answer that
     * nobody needs.
     */
    void leave(UpstreamExchange left) {
      if (exchange != left) {
        return;
      }
      long leftNs = left.call.deadlineNs - System.nanoTime();
      if (leftNs > 0) {
        patience =
            context.channel().eventLoop().schedule(this::close, leftNs, TimeUnit.NANOSECONDS);
      } else {
        close();
      }
    }

    private void close() {
      var unused = context.close();
    }

    private UpstreamExchange take() {
      UpstreamExchange taken = exchange;
      exchange = null;
      if (patience != null) {
        patience.cancel(false);
        patience = null;
      }
      return taken;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext itsContext, FullHttpResponse response) {
      UpstreamExchange answered = take();
      if (answered == null || response.decoderResult().isFailure()) {
        close();
        if (answered != null) {
          answered.end(CallOutcome.UNREADABLE, null);
        }
        return;
      }
      if (HttpUtil.isKeepAlive(response)) {
        free();
      } else {
        close();
      }
      int status = response.status().code();
      if (status == 200) {
        answered.end(CallOutcome.OK, ByteBufUtil.getBytes(response.content()));
      } else {
        answered.end(failure(status), null);
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext itsContext) {
      fail(CallOutcome.BROKEN);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext itsContext, Throwable cause) {
      fail(cause instanceof TooLongFrameException ? CallOutcome.TOO_LARGE : CallOutcome.BROKEN);
      close();
    }

    private void fail(CallOutcome outcome) {
      UpstreamExchange failed = take();
      if (failed != null) {
        failed.end(outcome, null);
      }
    }
  }
}
