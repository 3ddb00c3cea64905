package dev.jitterlab.http;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponseDecoder;

/** Decodes answers to requests that are all alike. One connection's. */
final class AnswerDecoder extends HttpResponseDecoder {
  private static final int MOST_HEADER_BYTES = 1 << 18;

  private final boolean withoutBody;

  /**
   * Creates one.
   *
   * @param withoutBody whether answers have none, even where their headers tell of one
   */
  AnswerDecoder(boolean withoutBody) {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(MOST_HEADER_BYTES)
            .setMaxHeaderSize(MOST_HEADER_BYTES)
            .setValidateHeaders(false)); // nobody reads them
    this.withoutBody = withoutBody;
  }

  @Override
  protected boolean isContentAlwaysEmpty(HttpMessage answer) {
    return withoutBody || super.isContentAlwaysEmpty(answer);
  }
}
