package dev.jitterlab.load.port;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import java.util.List;

/**
 * Puts requests together, up to a length of their bodies.
 *
 * <p>Netty by itself answers a header {@code Expect} that cannot be met with 417 or 413, keeps the
 * connection, and makes its decoder begin anew. If the client sends the body nevertheless, it is
 * read as the next request. So a proxy in front would let a second request through without having
 * seen it. Here nothing but 100 is written by itself. A body that is too long is refused as it is
 * without the header. A request that expects anything else than {@code 100-continue}, or expects
 * twice, is handed on at once, without a body, as one that could not be decoded.
 */
public abstract class WholeRequests extends HttpObjectAggregator {
  /** Why a request with another {@code Expect} could not be decoded. Without a stack trace. */
  public static final class UnknownExpectationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private UnknownExpectationException() {
      super("Expect is 100-continue, once, or absent.", null, false, false);
    }
  }

  /** Creates one for a connection. */
  protected WholeRequests(int mostBodyBytes) {
    super(mostBodyBytes);
  }

  @Override
  protected final Object newContinueResponse(
      HttpMessage request, int mostBodyBytes, ChannelPipeline pipeline) {
    List<String> expected = request.headers().getAll(HttpHeaderNames.EXPECT);
    if (expected.isEmpty()
        || request.decoderResult().isFailure()
        || LastAnswer.isGiven(pipeline.channel())) {
      return null;
    }
    if (expected.size() > 1
        || !HttpHeaderValues.CONTINUE.contentEqualsIgnoreCase(expected.get(0))) {
      request.setDecoderResult(DecoderResult.failure(new UnknownExpectationException()));
      return null;
    }
    return isContentLengthInvalid(request, mostBodyBytes)
        ? null
        : super.newContinueResponse(request, mostBodyBytes, pipeline);
  }

  /** Refuses a request whose body is too long; the rest of the body is dropped. */
  @Override
  protected abstract void handleOversizedMessage(
      ChannelHandlerContext context, HttpMessage request);
}
