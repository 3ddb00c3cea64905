package dev.jitterlab.http;

import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.Target;
import dev.jitterlab.scenario.RequestText;
import dev.jitterlab.tick.NanoClock;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2SettingsFrame;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A connection of HTTP/2, with the requests that are under way on it. On its loop's thread.
 *
 * <p>Its first requests wait until the server has said how many streams it takes. To send more is
 * allowed, but servers end the connection for it, and then requests fail by our haste.
 *
 * <p>A request that the server has not begun, as it says by GOAWAY or REFUSED_STREAM, is sent once
 * more (RFC 9113, section 8.7). So is one that still waits when the server says GOAWAY.
 *
 * <p>A request that times out gives up its stream only, unless nothing at all was read since it was
 * sent. Then the connection takes no more requests: its server or the way to it may be gone, which
 * TCP alone does not notice for many minutes.
 */
final class Http2Link extends ChannelInboundHandlerAdapter {
  /** Until the server says how many it takes; RFC 9113 advises servers to take this many. */
  private static final int FIRST_STREAMS = 100;

  /** Of a stream. Netty's codec opens that of the connection to nearly twice as much by itself. */
  private static final int WINDOW = 1 << 20;

  private static final int FIRST_FINAL_STATUS = 200;

  private final Http2Exchanges exchanges;
  private final EventLoop loop;
  private final SocketChannel channel;
  private final Target target;
  private final Protocol protocol;
  private final String authority;
  private final long timeoutNs;
  private final NanoClock clock;
  private final Deque<Stream> waiting = new ArrayDeque<>();
  private Http2StreamChannelBootstrap streams;

  /** Requests without an outcome. */
  private int underWay;

  /** Streams that Netty counts. It does so until a while after the end of their request. */
  private int open;

  private int most = FIRST_STREAMS;
  private boolean isSettled; // the server said how many streams it takes
  private boolean isLeaving;
  private long readNs; // when the server last said anything; before that, when the link was made
  private int port;

  /** Creates a connection that is not connected yet. */
  Http2Link(Http2Exchanges exchanges, SocketChannel channel) {
    this.exchanges = exchanges;
    this.loop = exchanges.loop.loop();
    this.channel = channel;
    this.target = exchanges.target;
    this.protocol = exchanges.protocol;
    this.authority = target.authority();
    this.timeoutNs = exchanges.timeoutNs;
    this.clock = exchanges.clock;
    this.readNs = clock.nanoTime();
  }

  /** Returns whether one more request can be under way. */
  boolean hasRoom() {
    return !isLeaving && underWay < most;
  }

  /** Connects; {@link #send} may come before. */
  void connect() {
    channel.config().setTcpNoDelay(true).setConnectTimeoutMillis(0); // requests have a timeout
    channel
        .pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelRead(ChannelHandlerContext context, Object message) {
                readNs = clock.nanoTime();
                context.fireChannelRead(message);
              }
            },
            Http2FrameCodecBuilder.forClient()
                .initialSettings(
                    Http2Settings.defaultSettings()
                        .pushEnabled(false)
                        .initialWindowSize(WINDOW)
                        .maxHeaderListSize(AnswerParser.MOST_HEAD_BYTES))
                .build(),
            new Http2MultiplexHandler(new ChannelInboundHandlerAdapter()),
            this);
    streams = new Http2StreamChannelBootstrap(channel);
    ChannelFuture unused =
        loop.register(channel)
            .addListener(
                registered -> {
                  if (!registered.isSuccess()) {
                    broken();
                    return;
                  }
                  ChannelFuture unusedConnect =
                      channel
                          .connect(target.address())
                          .addListener(connected -> connected(connected.isSuccess()));
                });
  }

  private void connected(boolean isSuccess) {
    if (!isSuccess) {
      broken();
      return;
    }
    InetSocketAddress local = channel.localAddress();
    port = local == null ? 0 : local.getPort();
  }

  /** Opens a stream for each that waits, as long as the server takes one more. */
  private void openStreams() {
    while (isSettled && open < most && !waiting.isEmpty()) {
      Stream next = waiting.removeFirst();
      if (!next.isEnded) {
        next.open();
      }
    }
  }

  /** Sends a request, as soon as there is a connection. */
  void send(Exchange exchange) {
    underWay++;
    waiting.addLast(new Stream(exchange));
    openStreams();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof Http2SettingsFrame) {
      Long said = ((Http2SettingsFrame) message).settings().maxConcurrentStreams();
      if (said != null) { // else it stays as it was
        most = (int) Math.max(1, Math.min(10_000, said));
      }
      isSettled = true;
      openStreams();
    } else if (message instanceof Http2GoAwayFrame) {
      leave();
    }
    ReferenceCountUtil.release(message);
  }

  /** Takes no more requests; those that are under way go on. */
  private void retire() {
    isLeaving = true;
    exchanges.gone(this);
  }

  private void leave() {
    retire();
    List<Stream> never = List.copyOf(waiting);
    waiting.clear();
    for (Stream stream : never) {
      if (!stream.trySendAgain()) {
        stream.end(RequestOutcome.FAILED);
      }
    }
    loop.execute(this::closeIfLeft); // when Netty has closed the streams that are not served
  }

  private void closeIfLeft() {
    if (isLeaving && underWay == 0) {
      ChannelFuture unused = channel.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    broken();
  }

  private void broken() {
    retire();
    List<Stream> never = List.copyOf(waiting);
    waiting.clear();
    never.forEach(stream -> stream.end(RequestOutcome.FAILED));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    ChannelFuture unused = channel.close();
  }

  /** One request and its answer. */
  private final class Stream extends ChannelInboundHandlerAdapter {
    private final Exchange exchange;
    private final Future<?> watch;
    private final long sinceNs; // on this link
    private Http2StreamChannel of; // null before it is open
    private boolean isOpen; // or was
    private boolean isCounted;
    private boolean isEnded;

    Stream(Exchange exchange) {
      this.exchange = exchange;
      sinceNs = clock.nanoTime();
      exchange.sent(sinceNs);
      long leftNs = Math.max(0, exchange.sentNs() + timeoutNs - sinceNs);
      watch = loop.schedule(this::giveUp, leftNs, TimeUnit.NANOSECONDS);
    }

    private void giveUp() {
      if (!isOpen) {
        boolean unused = waiting.remove(this);
      }
      boolean wasAlwaysHere = exchange.sentNs() == sinceNs; // else it waited here for a part only
      if (wasAlwaysHere && readNs - sinceNs <= 0) {
        leave();
      }
      end(RequestOutcome.TIMEOUT);
    }

    void open() {
      isOpen = true;
      isCounted = true;
      open++;
      exchange.port(port);
      Future<Http2StreamChannel> unused =
          streams
              .handler(this)
              .open()
              .addListener(
                  opened -> {
                    if (!opened.isSuccess()) {
                      closed();
                      end(RequestOutcome.FAILED);
                    } else {
                      of = (Http2StreamChannel) opened.getNow();
                      write();
                    }
                  });
    }

    private void write() {
      if (isEnded) {
        close();
        return;
      }
      Http2Headers headers =
          new DefaultHttp2Headers(false)
              .method(exchange.request().method())
              .scheme(protocol.scheme())
              .authority(authority);
      exchange
          .request()
          .tell(
              new Exchange.HeaderTaker() {
                @Override
                public void path(RequestText path) {
                  headers.path(ascii(path));
                }

                @Override
                public void header(String name, RequestText value) {
                  headers.add(name.toLowerCase(Locale.ROOT), ascii(value));
                }
              });
      RequestText body = exchange.request().body();
      boolean hasBody = body.length() > 0;
      ChannelFuture unused = of.write(new DefaultHttp2HeadersFrame(headers, !hasBody));
      if (hasBody) {
        unused =
            of.write(
                new DefaultHttp2DataFrame(
                    Unpooled.copiedBuffer(body.array(), 0, body.length()), true));
      }
      of.flush();
    }

    private AsciiString ascii(RequestText text) {
      return new AsciiString(text.array(), 0, text.length(), true);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      try {
        if (isEnded) {
          return;
        }
        if (message instanceof Http2HeadersFrame) {
          Http2HeadersFrame frame = (Http2HeadersFrame) message;
          take(frame.headers());
          endIf(frame.isEndStream());
        } else if (message instanceof Http2DataFrame) {
          Http2DataFrame frame = (Http2DataFrame) message;
          exchange.content(frame.content(), frame.content().readableBytes());
          endIf(frame.isEndStream());
        }
      } finally {
        ReferenceCountUtil.release(message);
      }
    }

    /** Netty closes the stream after both of these frames; then it has failed, if it is here. */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof Http2GoAwayFrame) { // only streams that the server will not begin get it
        ReferenceCountUtil.release(event);
        retire();
        boolean unused = trySendAgain();
      } else if (event instanceof Http2ResetFrame) {
        boolean unused =
            ((Http2ResetFrame) event).errorCode() == Http2Error.REFUSED_STREAM.code()
                && trySendAgain();
      } else {
        context.fireUserEventTriggered(event);
      }
    }

    /**
     * Sends the request again, after what is read now; not on this stream.
     *
     * @return false if it must not be, or it has ended
     */
    private boolean trySendAgain() {
      if (isEnded || !exchange.trySendAgain()) {
        return false;
      }
      boolean wasSent = isOpen;
      leaveLink();
      loop.execute(
          () -> {
            closeIfLeft();
            if (!loop.isShuttingDown()) {
              exchanges.sendAgain(exchange, wasSent);
            }
          });
      return true;
    }

    private void take(Http2Headers headers) {
      CharSequence said = headers.status();
      if (said == null) {
        return; // trailers
      }
      int status = Integer.parseInt(said.toString());
      if (HttpStatusClass.valueOf(status) == HttpStatusClass.INFORMATIONAL) {
        return;
      }
      exchange.status(status);
      if (exchange.wantsHeaders()) {
        for (Map.Entry<CharSequence, CharSequence> header : headers) {
          exchange.header(header.getKey().toString(), header.getValue().toString());
        }
      }
    }

    /** A stream that ends without the status of a final answer has none. */
    private void endIf(boolean isLast) {
      if (isLast) {
        boolean isAnswered = exchange.status() >= FIRST_FINAL_STATUS;
        end(isAnswered ? RequestOutcome.OK : RequestOutcome.FAILED);
      }
    }

    /** Comes by a task of its own, after the frame that ended the stream has been worked on. */
    @Override
    public void channelInactive(ChannelHandlerContext context) {
      closed();
      end(RequestOutcome.FAILED);
      openStreams();
    }

    private void closed() {
      open -= isCounted ? 1 : 0;
      isCounted = false;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      end(RequestOutcome.FAILED);
    }

    void end(RequestOutcome outcome) {
      if (isEnded) {
        return;
      }
      leaveLink();
      if (outcome != RequestOutcome.OK || isLeaving) {
        close();
      }
      if (!loop.isShuttingDown()) {
        exchange.ended(outcome, clock.nanoTime());
      }
      closeIfLeft();
    }

    private void leaveLink() {
      isEnded = true;
      underWay--;
      watch.cancel(false);
    }

    private void close() {
      if (of != null) {
        ChannelFuture unused = of.close();
      }
    }
  }
}
