package dev.jitterlab.battle.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;

/** Collects a request's body up to a length; a longer one is refused, and the connection closed. */
final class BoundedBody extends HttpObjectAggregator {
  private final int maxBytes;

  BoundedBody(int maxBytes) {
    super(maxBytes);
    this.maxBytes = maxBytes;
  }

  @Override
  protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage oversized) {
    JsonAnswer answer =
        JsonAnswer.error(413, "the body is longer than " + maxBytes + " bytes; send less");
    context.writeAndFlush(JsonConnection.encode(answer, false)).addListener(LastAnswer.INSTANCE);
  }
}
