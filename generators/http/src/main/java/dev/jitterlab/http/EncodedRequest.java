package dev.jitterlab.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequestEncoder;

/** The bytes of a request, made once and sent many times. Immutable; owned by the collector. */
final class EncodedRequest {
  private final HttpMethod method;
  private final ByteBuf bytes;

  /** Encodes a request. */
  EncodedRequest(FullHttpRequest request) {
    method = request.method();
    // Found by the collector like any object, so that nobody must release it.
    bytes = new UnpooledByteBufAllocator(true, true).directBuffer();
    EmbeddedChannel encoder = new EmbeddedChannel(new HttpRequestEncoder());
    encoder.writeOutbound(request);
    for (ByteBuf part = encoder.readOutbound(); part != null; part = encoder.readOutbound()) {
      bytes.writeBytes(part);
      part.release();
    }
    encoder.finishAndReleaseAll();
  }

  /** Returns the bytes, for one sending, which releases them. */
  ByteBuf bytes() {
    return bytes.retainedDuplicate();
  }

  /** Whether answers have no body, whatever their headers say. */
  boolean isAnsweredWithoutBody() {
    return method.equals(HttpMethod.HEAD);
  }

  /** Whether sending it twice is the same as sending it once. */
  boolean canBeRepeated() {
    return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
  }
}
