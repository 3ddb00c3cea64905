package dev.jitterlab.aggregator.upstream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * One connection of a replica. Answers {@code /u/<service>/<key>} after its latency. The header
 * {@code X-Budget-Ms} says how long the caller waits: then the work is given up. A POST with the
 * header {@code Idempotency-Key} is an order of that number: all replicas together take it once,
 * and answer it each time as the first time; one whose answer is cut off was taken. {@code POST
 * /behaviour} changes how services behave. One request at a time, as its callers do.
 */
final class ServiceHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final String PREFIX = "/u/";
  private static final int MOST_PARTS = 64;
  private static final int LONGEST_NUMBER = 64;

  /** What is asked for. */
  private static final class Asked {
    final String service;
    final String key;
    final String query;
    final String order; // its number; null if nothing is ordered

    Asked(String service, String key, String query, String order) {
      this.service = service;
      this.key = key;
      this.query = query;
      this.order = order;
    }
  }

  private final ServiceReplicas replicas;
  private final int replica;

  ServiceHandler(ServiceReplicas replicas, int replica) {
    this.replicas = replicas;
    this.replica = replica;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    String uri = request.uri();
    if (uri.equals("/behaviour") && request.method().equals(HttpMethod.POST)) {
      change(context, request.content().toString(StandardCharsets.UTF_8));
      return;
    }
    int query = uri.indexOf('?');
    String path = query < 0 ? uri : uri.substring(0, query);
    int slash = path.indexOf('/', PREFIX.length());
    if (!path.startsWith(PREFIX) || slash < 0) {
      write(context, HttpResponseStatus.NOT_FOUND, "text/plain", "no such service\n");
      return;
    }
    String service = path.substring(PREFIX.length(), slash);
    String key = path.substring(slash + 1);
    String parameters = query < 0 ? "" : uri.substring(query + 1);
    String order =
        request.method().equals(HttpMethod.POST) ? request.headers().get("Idempotency-Key") : null;
    if (order != null && (order.isEmpty() || order.length() > LONGEST_NUMBER)) {
      write(
          context,
          HttpResponseStatus.BAD_REQUEST,
          "text/plain",
          "Idempotency-Key has 1 to " + LONGEST_NUMBER + " characters\n");
      return;
    }
    work(context, new Asked(service, key, parameters, order), budgetNs(request));
  }

  private static long budgetNs(FullHttpRequest request) {
    String text = request.headers().get("X-Budget-Ms");
    try {
      return text == null ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE; // a caller without a readable budget has none
    }
  }

  private void work(ChannelHandlerContext context, Asked asked, long budgetNs) {
    ServiceBehaviour behaviour = replicas.behaviour(asked.service, replica);
    Draws draws = replicas.draws(asked.service, replica);
    long request = draws.next();
    ServiceBehaviour.Fate fate = behaviour.fate(draws.uniform(request, 0));
    replicas.count(fate);
    if (fate == ServiceBehaviour.Fate.HANGS) {
      return;
    }
    long latencyNs = behaviour.latencyNs(draws.uniform(request, 1), draws.normal(request, 2));
    Runnable end =
        () -> {
          if (latencyNs > budgetNs) {
            replicas.countOutOfBudget();
            write(context, HttpResponseStatus.GATEWAY_TIMEOUT, "text/plain", "out of budget\n");
          } else if (fate == ServiceBehaviour.Fate.ERROR) {
            write(context, HttpResponseStatus.SERVICE_UNAVAILABLE, "text/plain", "failed\n");
          } else if (asked.order != null) {
            take(context, asked, fate == ServiceBehaviour.Fate.CUT);
          } else if (fate == ServiceBehaviour.Fate.CUT) {
            ChannelFuture unused = context.close();
          } else {
            answer(context, asked, behaviour.bytes());
          }
        };
    long waitNs = Math.min(latencyNs, budgetNs);
    if (waitNs <= 0) {
      end.run();
    } else {
      var unused = context.executor().schedule(end, waitNs, TimeUnit.NANOSECONDS);
    }
  }

  private void take(ChannelHandlerContext context, Asked asked, boolean isCut) {
    String json =
        replicas
            .orders()
            .take(asked.order, () -> replicas.catalogue().json(asked.service, asked.order, 0));
    if (isCut) {
      ChannelFuture unused = context.close();
    } else {
      write(context, HttpResponseStatus.OK, "application/json", json);
    }
  }

  private void answer(ChannelHandlerContext context, Asked asked, int bytes) {
    if (asked.key.equals("none")) {
      write(context, HttpResponseStatus.NOT_FOUND, "text/plain", "no such key\n");
    } else if (asked.service.equals("shell")) {
      String page = shell(asked.key, asked.query);
      write(context, HttpResponseStatus.OK, "text/html; charset=utf-8", page);
    } else if (asked.query.contains("as=html")) {
      String html = replicas.catalogue().html(asked.service, asked.key, bytes);
      write(context, HttpResponseStatus.OK, "text/html; charset=utf-8", html);
    } else {
      String json = replicas.catalogue().json(asked.service, asked.key, bytes);
      write(context, HttpResponseStatus.OK, "application/json", json);
    }
  }

  /**
   * A page that says what belongs into it, for a cache that knows ESI: {@code
   * /u/shell/<parts>-<key>}; with {@code personal} it ends with the fragment of the user.
   */
  private static String shell(String key, String query) {
    int dash = key.indexOf('-');
    int parts = Math.min(MOST_PARTS, Integer.parseInt(key.substring(0, Math.max(0, dash))));
    String id = key.substring(dash + 1);
    StringBuilder page = new StringBuilder(1_024);
    page.append("<!doctype html><html><head><title>").append(id).append("</title></head><body>");
    for (int i = 0; i < parts; i++) {
      page.append("<esi:include src=\"/u/part").append(i).append('/').append(id);
      page.append("?as=html\"/>");
    }
    if (query.contains("personal")) {
      page.append("<esi:include src=\"/personal\"/>");
    }
    return page.append("</body></html>").toString();
  }

  private void change(ChannelHandlerContext context, String text) {
    try {
      replicas.change(BehaviourRules.parse(text));
      write(context, HttpResponseStatus.OK, "text/plain", "changed\n");
    } catch (IllegalArgumentException e) {
      write(context, HttpResponseStatus.BAD_REQUEST, "text/plain", e.getMessage() + '\n');
    }
  }

  private static void write(
      ChannelHandlerContext context, HttpResponseStatus status, String type, String text) {
    ByteBuf body = ByteBufUtil.writeUtf8(context.alloc(), text);
    FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, body);
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, type)
        .setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
    ChannelFuture unused = context.writeAndFlush(response, context.voidPromise());
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    ChannelFuture unused = context.close();
  }
}
