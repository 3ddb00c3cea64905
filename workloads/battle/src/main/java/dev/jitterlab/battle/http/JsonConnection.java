package dev.jitterlab.battle.http;

import dev.jitterlab.load.port.LastAnswer;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.timeout.IdleStateEvent;
import java.net.InetSocketAddress;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One connection: hands each request to its handler, and its answer to the client. Event loop. */
final class JsonConnection extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final System.Logger LOG = System.getLogger(JsonConnection.class.getName());
  private static final String NO_ROUTE = "none";
  private static final int SWITCHED = 101;

  private final JsonRoutes routes;
  private final PendingAnswers pending;
  private final IdleConnections idle;
  private final HttpMetrics metrics;
  private CompletionStage<JsonAnswer> owed;
  private boolean ended; // with the last answer: no request is executed any more

  JsonConnection(
      JsonRoutes routes, PendingAnswers pending, IdleConnections idle, HttpMetrics metrics) {
    this.idle = idle;
    this.routes = routes;
    this.pending = pending;
    this.metrics = metrics;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    idle.add(context.channel());
    context.fireChannelActive();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    if (!mayAnswer(context)) {
      return;
    }
    boolean keepAlive = HttpUtil.isKeepAlive(request) && request.decoderResult().isSuccess();
    String route = NO_ROUTE;
    try {
      if (!request.decoderResult().isSuccess()) {
        throw new HttpError(
            400, "this is not HTTP: " + request.decoderResult().cause().getMessage());
      }
      QueryStringDecoder target = new QueryStringDecoder(request.uri());
      SocketHandler.Factory socket = routes.socketAt(target.path());
      if (socket != null && SocketConnection.isAskedFor(request)) {
        SocketConnection.upgrade(context, request, socket, this);
        idle.remove(context.channel());
        metrics.answered("GET " + target.path(), SWITCHED);
        return;
      }
      JsonRoutes.Route found = routes.find(request.method().name(), target.path());
      route = found.name();
      JsonRequest asked =
          new JsonRequest(
              request,
              target,
              found.variables(target.path()),
              ((InetSocketAddress) context.channel().remoteAddress()).getAddress());
      if (!pending.tryAdd()) {
        throw new HttpError(503, "too many requests are waiting for an answer; try again later");
      }
      handle(context, found, asked, keepAlive);
    } catch (HttpError e) {
      send(context, route, JsonAnswer.error(e.status(), e.getMessage()), keepAlive);
    } catch (IllegalArgumentException e) { // by the decoder of the query
      send(context, route, JsonAnswer.error(400, "the path is malformed"), keepAlive);
    }
  }

  /** Disconnects a client that sends requests ahead, or does not read its answers. */
  private boolean mayAnswer(ChannelHandlerContext context) {
    if (ended) {
      return false;
    }
    if (owed != null || !context.channel().isWritable()) {
      close(context);
      return false;
    }
    return true;
  }

  /** Refuses a request before the rest of its body has come. */
  void bodyTooLong(ChannelHandlerContext context, int maxBytes) {
    if (mayAnswer(context)) {
      String error = "the body is longer than " + maxBytes + " bytes; send less";
      send(context, NO_ROUTE, JsonAnswer.error(413, error), false);
    }
  }

  private void handle(
      ChannelHandlerContext context, JsonRoutes.Route route, JsonRequest asked, boolean keepAlive) {
    CompletionStage<JsonAnswer> answer;
    try {
      answer = route.handler.handle(asked);
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    owed = answer;
    idle.remove(context.channel());
    answer.whenComplete(
        (given, failure) -> {
          JsonAnswer known = failure == null ? given : answerTo(failure, route.name());
          if (context.executor().inEventLoop()) {
            answered(context, route.name(), known, keepAlive);
          } else {
            context.executor().execute(() -> answered(context, route.name(), known, keepAlive));
          }
        });
  }

  private void answered(
      ChannelHandlerContext context, String route, JsonAnswer answer, boolean keepAlive) {
    owed = null;
    pending.remove();
    if (context.channel().isActive()) {
      idle.add(context.channel());
      send(context, route, answer, keepAlive);
    }
  }

  private static JsonAnswer answerTo(Throwable failure, String route) {
    Throwable cause = JsonClient.cause(failure);
    if (cause instanceof HttpError) {
      return JsonAnswer.error(((HttpError) cause).status(), cause.getMessage());
    }
    if (cause instanceof CancellationException) { // the client went away; it must not fill our log
      return JsonAnswer.error(499, "the client went away");
    }
    LOG.log(System.Logger.Level.ERROR, "could not answer " + route, cause);
    return JsonAnswer.error(500, "an error of this service: " + cause);
  }

  private void send(
      ChannelHandlerContext context, String route, JsonAnswer answer, boolean keepAlive) {
    metrics.answered(route, answer.status());
    ChannelFuture sent = context.writeAndFlush(encode(answer, keepAlive));
    if (!keepAlive) {
      ended = true;
      LastAnswer.after(sent);
    }
  }

  private static FullHttpResponse encode(JsonAnswer answer, boolean keepAlive) {
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(answer.status()),
            Unpooled.wrappedBuffer(answer.body));
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, answer.contentType);
    response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, answer.body.length);
    if (answer.retryAfterSeconds() > 0) {
      response.headers().setInt(HttpHeaderNames.RETRY_AFTER, answer.retryAfterSeconds());
    }
    if (!keepAlive) {
      response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
    return response;
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    idle.remove(context.channel());
    if (owed instanceof CompletableFuture) {
      ((CompletableFuture<JsonAnswer>) owed).cancel(false);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent) {
      close(context);
    }
  }

  /** A broken connection is the client's business; the others go on. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.log(System.Logger.Level.DEBUG, "a connection broke", cause);
    close(context);
  }

  private static void close(ChannelHandlerContext context) {
    ChannelFuture unused = context.close();
  }
}
