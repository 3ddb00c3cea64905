package dev.jitterlab.battle.http;

import dev.jitterlab.load.port.WholeRequests;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMessage;

/** Collects a request's body up to a length; a longer one is refused, and the connection closed. */
final class BoundedBody extends WholeRequests {
  private final JsonConnection connection;

  BoundedBody(int maxBytes, JsonConnection connection) {
    super(maxBytes);
    this.connection = connection;
  }

  @Override
  protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage oversized) {
    connection.bodyTooLong(context, maxContentLength());
  }
}
