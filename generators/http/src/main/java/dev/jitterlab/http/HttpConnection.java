package dev.jitterlab.http;

import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.scenario.RequestText;
import dev.jitterlab.tick.NanoClock;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A connection, which has one request under way or none; the next one follows when the whole answer
 * has come. Everything happens on its event loop's thread. Steady traffic allocates nothing here:
 * the request is written into the same buffer again and again, and the answer is parsed where it
 * was read.
 */
final class HttpConnection extends ChannelInboundHandlerAdapter implements AnswerParser.Listener {
  private static final int FIRST_BYTES = 512;

  /**
   * A server that closes an idle connection may do so while a request is on its way to it. The end
   * of the connection then comes about as fast as an answer could. What ends later was at work.
   */
  private static final long IDLE_RACE_NS = 100_000_000;

  private final HttpExchanges exchanges;
  private final Channel channel;
  private final EventLoop loop;
  private final NanoClock clock;
  private final long timeoutNs;
  private final AnswerParser parser = new AnswerParser(this);
  private final RequestText text = new RequestText();
  private ByteBuf out;
  private Future<?> watch;
  private int port;

  private Exchange exchange; // null: none is under way
  private long deadlineNs;
  private boolean isReused;
  private boolean isReset;

  /** Creates a connection that is not connected yet. */
  HttpConnection(HttpExchanges exchanges, Channel channel) {
    this.exchanges = exchanges;
    this.channel = channel;
    this.loop = exchanges.loop.loop();
    this.clock = exchanges.clock;
    this.timeoutNs = exchanges.timeoutNs;
  }

  /** Says that a request is to be answered from now on; {@link #write} sends it. */
  void begin(Exchange next) {
    exchange = next;
    long nowNs = clock.nanoTime(); // of a new connection: its connecting is a part of the request
    next.sent(nowNs);
    next.port(port);
    deadlineNs = next.sentNs() + timeoutNs;
    parser.begin(next.request().method().equals("HEAD"));
    if (watch == null) {
      watchFor(deadlineNs - nowNs);
    }
  }

  /** Sends the request; the connection is connected. */
  void write() {
    text.clear();
    exchange.request().write(text);
    if (out == null || out.refCnt() != 1) { // an answer came before its request was sent
      release();
      out = channel.alloc().directBuffer(Math.max(FIRST_BYTES, text.length()));
    }
    out.clear().writeBytes(text.array(), 0, text.length());
    ChannelFuture unused =
        channel.writeAndFlush(
            out.retain(), exchanges.isEncrypted() ? channel.newPromise() : channel.voidPromise());
  }

  private void release() {
    if (out != null) {
      out.release();
      out = null;
    }
  }

  /** Says what became of connecting; the first request goes out unless it was given up by now. */
  void connected(boolean isConnected) {
    if (!isConnected) {
      close();
      broken();
      return;
    }
    InetSocketAddress local = (InetSocketAddress) channel.localAddress();
    port = local == null ? 0 : local.getPort();
    if (exchange != null) {
      exchange.port(port);
      write();
    }
  }

  /** One timer a connection, which looks up the deadline of whatever is under way then. */
  private void watchFor(long ns) {
    watch = loop.schedule(this::look, ns, TimeUnit.NANOSECONDS);
  }

  private void look() {
    long leftNs = exchange != null ? deadlineNs - clock.nanoTime() : timeoutNs;
    if (leftNs > 0) {
      watchFor(leftNs);
    } else {
      end(RequestOutcome.TIMEOUT);
      close();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      if (exchange == null) {
        close(); // said something unasked
        return;
      }
      if (!parser.read(in)) {
        end(RequestOutcome.FAILED);
        close();
      } else if (parser.isDone()) {
        endAnswer(in.isReadable());
      }
    } finally {
      in.release();
    }
  }

  @Override
  public void status(int status) {
    exchange.status(status);
  }

  @Override
  public void header(byte[] line, int nameEnd, int valueStart, int valueEnd) {
    if (exchange.wantsHeaders()) {
      exchange.header(
          new String(line, 0, nameEnd, StandardCharsets.ISO_8859_1),
          new String(line, valueStart, valueEnd - valueStart, StandardCharsets.ISO_8859_1));
    }
  }

  @Override
  public void content(ByteBuf data, int length) {
    exchange.content(data, length);
  }

  private void endAnswer(boolean isFollowed) {
    isReused = true;
    if (isFollowed || !parser.keepsAlive()) {
      close();
    } else {
      exchanges.idle(this);
    }
    end(RequestOutcome.OK);
  }

  /** What the load cuts off at its own end is still out, and no whole answer. */
  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (exchange != null && !isReset && !loop.isShuttingDown() && parser.endsWithConnection()) {
      end(RequestOutcome.OK);
    }
    broken();
  }

  private void broken() {
    exchanges.gone(this);
    if (watch != null) {
      watch.cancel(false);
    }
    release();
    Exchange under = exchange;
    if (under == null || loop.isShuttingDown()) {
      return;
    }
    if (isReused && !parser.hasBegun() && clock.nanoTime() - under.sentNs() <= IDLE_RACE_NS) {
      exchange = null; // the server had closed it before it saw the request
      if (exchanges.sendAgain(under)) {
        return;
      }
      exchange = under;
    }
    end(RequestOutcome.FAILED);
  }

  private void end(RequestOutcome outcome) {
    Exchange ended = exchange;
    exchange = null;
    ended.ended(outcome, clock.nanoTime());
  }

  private void close() {
    ChannelFuture unused = channel.close();
  }

  /** The connection breaks, which {@link #channelInactive} counts. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    isReset = true; // what came so far may be half of an answer
    close();
  }
}
