package dev.jitterlab.aggregator.call;

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
import io.netty.channel.socket.nio.NioSocketChannel;
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
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * The connections of one event loop to one replica: reused, bounded, one exchange at a time on
 * each. Confined to the event loop.
 */
final class ReplicaConnections {
  private static final int CONNECT_MS = 1_000;

  private final CallSettings settings;
  private final String host;
  private final Bootstrap bootstrap;
  private final ArrayDeque<Channel> idle = new ArrayDeque<>();
  private final ArrayDeque<UpstreamExchange> waiting = new ArrayDeque<>();
  private int open;

  ReplicaConnections(EventLoop loop, InetSocketAddress address, CallSettings settings) {
    this.settings = settings;
    this.host = address.getHostString() + ':' + address.getPort();
    this.bootstrap =
        new Bootstrap()
            .group(loop)
            .channel(NioSocketChannel.class)
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
                        .addLast(new Answers());
                  }
                });
  }

  void send(UpstreamExchange exchange) {
    Channel channel = idle.pollLast();
    while (channel != null && !channel.isActive()) {
      channel = idle.pollLast();
    }
    if (channel != null) {
      write(channel, exchange);
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
    var unused =
        bootstrap
            .connect()
            .addListener(
                future -> {
                  if (future.isSuccess()) {
                    Channel channel = ((ChannelFuture) future).channel();
                    channel.closeFuture().addListener(closed -> oneLess());
                    if (exchange.isEnded()) {
                      free(channel);
                    } else {
                      write(channel, exchange);
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

  private void write(Channel channel, UpstreamExchange exchange) {
    exchange.sentOn(channel);
    channel.pipeline().get(Answers.class).exchange = exchange;
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
    request.headers().set("X-Budget-Ms", Long.toString(Math.max(0, leftMs)));
    if (call.body != null) {
      request.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, call.body.length);
    }
    if (call.number != null) {
      request.headers().set("Idempotency-Key", call.number);
    }
    var unused = channel.writeAndFlush(request, channel.voidPromise());
  }

  private void free(Channel channel) {
    if (channel.isActive()) {
      idle.addLast(channel);
    }
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

  /** What comes on a connection. */
  private final class Answers extends SimpleChannelInboundHandler<FullHttpResponse> {
    private UpstreamExchange exchange;

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) {
      UpstreamExchange itsExchange = exchange;
      exchange = null;
      if (itsExchange == null || response.decoderResult().isFailure()) {
        var unused = context.close();
        if (itsExchange != null) {
          itsExchange.end(CallOutcome.UNREADABLE, null);
        }
        return;
      }
      if (HttpUtil.isKeepAlive(response)) {
        free(context.channel());
      } else {
        var unused = context.close();
      }
      int status = response.status().code();
      if (status == 200) {
        itsExchange.end(CallOutcome.OK, ByteBufUtil.getBytes(response.content()));
      } else {
        itsExchange.end(status == 404 ? CallOutcome.NOT_FOUND : CallOutcome.ERROR, null);
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      fail(CallOutcome.BROKEN);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      fail(cause instanceof TooLongFrameException ? CallOutcome.TOO_LARGE : CallOutcome.BROKEN);
      var unused = context.close();
    }

    private void fail(CallOutcome outcome) {
      UpstreamExchange itsExchange = exchange;
      exchange = null;
      if (itsExchange != null) {
        itsExchange.end(outcome, null);
      }
    }
  }
}
