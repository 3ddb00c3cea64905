package dev.jitterlab.aggregator.door;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;
import java.util.List;

/**
 * Netty's decoder, in its strictest form: a message whose length two readers could read differently
 * is malformed, instead of being put right.
 */
final class StrictRequestDecoder extends HttpRequestDecoder {
  /** A length that two readers could read differently. */
  static final class FramingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    FramingException(String message) {
      super(message);
    }
  }

  private boolean isBegun; // its first line was decoded, and not its end

  StrictRequestDecoder(DoorSettings settings) {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(settings.lineBytes)
            .setMaxHeaderSize(settings.headerBytes)
            .setMaxChunkSize(8_192)
            .setAllowDuplicateContentLengths(false)
            .setStrictLineParsing(true)
            .setUseRfc9112TransferEncoding(true));
  }

  @Override
  protected HttpMessage createMessage(String[] initialLine) throws Exception {
    isBegun = true;
    return super.createMessage(initialLine);
  }

  /** Is told that a request was decoded to its end. */
  void ended() {
    isBegun = false;
  }

  /** Returns whether a part of a request has come, and not its end. On the event loop. */
  boolean isAmidRequest() {
    return isBegun || actualReadableBytes() > 0;
  }

  /**
   * Asked once for each message, when its headers are whole. What puts the message together removes
   * every {@code chunked} from them, so nobody behind this sees how often it was there.
   */
  @Override
  protected boolean isContentAlwaysEmpty(HttpMessage message) {
    HttpHeaders headers = message.headers();
    if (headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
        && !isChunkedOnce(headers.getAll(HttpHeaderNames.TRANSFER_ENCODING))) {
      throw new FramingException("another Transfer-Encoding than chunked, once");
    }
    return super.isContentAlwaysEmpty(message);
  }

  private static boolean isChunkedOnce(List<String> encodings) {
    return encodings.size() == 1
        && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(encodings.get(0));
  }

  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw new FramingException("both Content-Length and Transfer-Encoding");
  }
}
