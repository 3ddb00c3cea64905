package dev.jitterlab.http;

import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.SlowRequestLog;
import dev.jitterlab.tick.NanoClock;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A connection, which has one request under way or none; the next one follows when the whole answer
 * has come. Everything happens on its event loop's thread. Steady traffic allocates what Netty's
 * decoder allocates for an answer, and nothing else.
 */
final class HttpConnection extends ChannelInboundHandlerAdapter {
  private static final int SWITCHING_PROTOCOLS = 101;
  private static final int FIRST_ERROR_STATUS = 400;

  private final HttpExchanges exchanges;
  private final Channel channel;
  private final EventLoop loop;
  private final NanoClock clock;
  private final long timeoutNs;
  private Future<?> watch;

  private boolean isUnderWay;
  private long fromNs;
  private long sentNs;
  private long deadlineNs;
  private Consumer<RequestOutcome> onEnd;

  private boolean isReused;
  private boolean hasAnswerBegun;
  private boolean isInterim;
  private boolean isFailed;
  private boolean isLast;
  private int status;

  /** Creates a connection that is not connected yet. */
  HttpConnection(
      HttpExchanges exchanges, Channel channel, EventLoop loop, NanoClock clock, long timeoutNs) {
    this.exchanges = exchanges;
    this.channel = channel;
    this.loop = loop;
    this.clock = clock;
    this.timeoutNs = timeoutNs;
  }

  /** Says that a request is to be answered from now on; {@link #write} sends it. */
  void begin(long responseFromNs, Consumer<RequestOutcome> whenEnded) {
    isUnderWay = true;
    fromNs = responseFromNs;
    sentNs = clock.nanoTime(); // of a new connection: its connecting is a part of the request
    deadlineNs = sentNs + timeoutNs;
    onEnd = whenEnded;
    hasAnswerBegun = false;
    if (watch == null) {
      watchFor(timeoutNs);
    }
  }

  /** Sends the request; the connection is connected. */
  void write(EncodedRequest request) {
    ChannelFuture unused = channel.writeAndFlush(request.bytes(), channel.voidPromise());
  }

  /** Says what became of connecting; the first request goes out unless it was given up by now. */
  void connected(boolean isConnected, EncodedRequest request) {
    if (!isConnected) {
      close();
      broken();
    } else if (isUnderWay) {
      write(request);
    }
  }

  /** One timer a connection, which looks up the deadline of whatever is under way then. */
  private void watchFor(long ns) {
    watch = loop.schedule(this::look, ns, TimeUnit.NANOSECONDS);
  }

  private void look() {
    long leftNs = isUnderWay ? deadlineNs - clock.nanoTime() : timeoutNs;
    if (leftNs > 0) {
      watchFor(leftNs);
    } else {
      end(RequestOutcome.TIMEOUT);
      close();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      HttpObject part = (HttpObject) message;
      if (!isUnderWay) {
        close(); // said something unasked
        return;
      }
      if (part instanceof HttpResponse) {
        beginAnswer((HttpResponse) part);
      }
      isFailed |= part.decoderResult().isFailure();
      if (isFailed) {
        end(RequestOutcome.FAILED);
        close();
      } else if (part instanceof LastHttpContent && !isInterim) {
        endAnswer();
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void beginAnswer(HttpResponse response) {
    hasAnswerBegun = true;
    isFailed = false;
    status = response.status().code();
    isInterim =
        response.status().codeClass() == HttpStatusClass.INFORMATIONAL
            && status != SWITCHING_PROTOCOLS;
    isLast = !HttpUtil.isKeepAlive(response) || status == SWITCHING_PROTOCOLS;
  }

  private void endAnswer() {
    isReused = true;
    if (isLast) {
      close();
    } else {
      exchanges.idle(this);
    }
    end(status < FIRST_ERROR_STATUS ? RequestOutcome.OK : RequestOutcome.REFUSED);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    broken();
  }

  private void broken() {
    exchanges.gone(this);
    if (watch != null) {
      watch.cancel(false);
    }
    if (!isUnderWay || loop.isShuttingDown()) {
      return;
    }
    if (isReused && !hasAnswerBegun && exchanges.sendAgain(fromNs, onEnd)) {
      isUnderWay = false; // the server had closed it before it saw the request
    } else {
      end(RequestOutcome.FAILED);
    }
  }

  private void end(RequestOutcome outcome) {
    isUnderWay = false;
    long responseNs = clock.nanoTime() - fromNs;
    exchanges.ended(outcome, responseNs);
    exchanges
        .slowRequests()
        .filter(log -> log.isSlow(responseNs))
        .ifPresent(log -> tell(log, outcome));
    onEnd.accept(outcome);
  }

  private void tell(SlowRequestLog log, RequestOutcome outcome) {
    boolean isAnswered = outcome == RequestOutcome.OK || outcome == RequestOutcome.REFUSED;
    InetSocketAddress local = (InetSocketAddress) channel.localAddress(); // none before it connects
    log.ended(
        exchanges.target().id(),
        fromNs,
        sentNs,
        local == null ? 0 : local.getPort(),
        isAnswered ? Integer.toString(status) : outcome.label());
  }

  private void close() {
    ChannelFuture unused = channel.close();
  }

  /** The connection breaks, which {@link #channelInactive} counts. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    close();
  }
}
