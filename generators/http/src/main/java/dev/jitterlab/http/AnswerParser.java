package dev.jitterlab.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * Reads answers of HTTP/1.1 from the bytes of a connection (RFC 9112), one after another, and
 * allocates nothing for them. It takes bodies with a length, in chunks, and up to the connection's
 * end; interim answers are passed over. What contradicts itself, such as two lengths, is no answer.
 * Bounded: a head has at most {@link #MOST_HEAD_BYTES}. Not thread-safe.
 */
final class AnswerParser {
  /** Of a status line with all headers, or of all trailers. */
  static final int MOST_HEAD_BYTES = 1 << 18;

  private static final int SWITCHING_PROTOCOLS = 101;
  private static final byte[] LENGTH = "content-length".getBytes(US_ASCII);
  private static final byte[] ENCODING = "transfer-encoding".getBytes(US_ASCII);
  private static final byte[] CONNECTION = "connection".getBytes(US_ASCII);
  private static final byte[] CHUNKED = "chunked".getBytes(US_ASCII);
  private static final byte[] CLOSE = "close".getBytes(US_ASCII);
  private static final byte[] KEEP_ALIVE = "keep-alive".getBytes(US_ASCII);
  private static final byte[] VERSION = "HTTP/1.".getBytes(US_ASCII);

  private enum State {
    STATUS,
    HEADERS,
    LENGTH,
    UNTIL_CLOSE,
    CHUNK_SIZE,
    CHUNK,
    CHUNK_END,
    TRAILERS,
    DONE
  }

  /** Is told what an answer says. */
  interface Listener {
    /** Takes the status of the final answer. */
    void status(int status);

    /** Takes a header of it; the bytes are valid during the call only. */
    void header(byte[] line, int nameEnd, int valueStart, int valueEnd);

    /** Takes a part of its body, from the buffer's reader index on. */
    void content(ByteBuf data, int length);
  }

  private final Listener listener;
  private byte[] line = new byte[256];
  private int lineLength;
  private int headBytes;
  private State state = State.DONE;
  private boolean isWithoutBody;
  private boolean hasBegun;
  private int status;
  private boolean isInterim;
  private boolean isOldVersion;
  private boolean saysClose;
  private boolean saysKeepAlive;
  private boolean isChunked;
  private boolean isOtherwiseEncoded;
  private long bodyLength; // −1: none is said
  private long left;

  AnswerParser(Listener listener) {
    this.listener = listener;
  }

  /** Says that an answer is to come; {@code withoutBody}: it has none, whatever its headers say. */
  void begin(boolean withoutBody) {
    isWithoutBody = withoutBody;
    hasBegun = false;
    beginHead();
  }

  private void beginHead() {
    state = State.STATUS;
    lineLength = 0;
    headBytes = 0;
    saysClose = false;
    saysKeepAlive = false;
    isChunked = false;
    isOtherwiseEncoded = false;
    bodyLength = -1;
  }

  /** Returns whether anything of the answer has come. */
  boolean hasBegun() {
    return hasBegun;
  }

  /** Returns whether the whole answer has come. */
  boolean isDone() {
    return state == State.DONE;
  }

  /** Returns whether the answer is whole if the connection ends now. */
  boolean endsWithConnection() {
    return state == State.UNTIL_CLOSE;
  }

  /** Returns whether the connection can take another request; of an answer that is done. */
  boolean keepsAlive() {
    return !saysClose
        && (!isOldVersion || saysKeepAlive)
        && status != SWITCHING_PROTOCOLS
        && !(isOtherwiseEncoded && !isWithoutBody);
  }

  /**
   * Reads on, up to the answer's end.
   *
   * @return false if this is no HTTP
   */
  boolean read(ByteBuf in) {
    while (in.isReadable() && state != State.DONE) {
      hasBegun = true;
      switch (state) {
        case LENGTH:
        case CHUNK:
          readBody(in);
          break;
        case UNTIL_CLOSE:
          listener.content(in, in.readableBytes());
          in.skipBytes(in.readableBytes());
          return true;
        default:
          if (!readLine(in)) {
            return false;
          }
      }
    }
    return true;
  }

  private void readBody(ByteBuf in) {
    int length = (int) Math.min(left, in.readableBytes());
    listener.content(in, length);
    in.skipBytes(length);
    left -= length;
    if (left == 0) {
      state = state == State.CHUNK ? State.CHUNK_END : State.DONE;
    }
  }

  /** Takes bytes up to a line's end, and the line if its end has come. */
  private boolean readLine(ByteBuf in) {
    int start = in.readerIndex();
    int newline = in.indexOf(start, in.writerIndex(), (byte) '\n');
    int length = (newline < 0 ? in.writerIndex() : newline) - start;
    headBytes += length + 1;
    if (headBytes > MOST_HEAD_BYTES) {
      return false;
    }
    if (lineLength + length > line.length) {
      line = Arrays.copyOf(line, Math.max(lineLength + length, 2 * line.length));
    }
    in.readBytes(line, lineLength, length);
    lineLength += length;
    if (newline < 0) {
      return true;
    }
    in.skipBytes(1);
    int end = lineLength > 0 && line[lineLength - 1] == '\r' ? lineLength - 1 : lineLength;
    lineLength = 0;
    return takeLine(end);
  }

  private boolean takeLine(int end) {
    switch (state) {
      case STATUS:
        return takeStatus(end);
      case HEADERS:
        return end == 0 ? endHead() : takeHeader(end);
      case CHUNK_SIZE:
        return takeChunkSize(end);
      case CHUNK_END:
        state = State.CHUNK_SIZE;
        headBytes = 0;
        return end == 0;
      case TRAILERS:
        if (end == 0) {
          state = State.DONE;
        }
        return true;
      default:
        throw new AssertionError(state);
    }
  }

  private boolean takeStatus(int end) {
    if (end < 12 || !Arrays.equals(line, 0, VERSION.length, VERSION, 0, VERSION.length)) {
      return false;
    }
    isOldVersion = line[7] == '0';
    status = 0;
    for (int i = 9; i < 12; i++) {
      if (line[i] < '0' || line[i] > '9') {
        return false;
      }
      status = 10 * status + line[i] - '0';
    }
    if (line[8] != ' ' || (end > 12 && line[12] != ' ') || status < 100) {
      return false;
    }
    isInterim = status < 200 && status != SWITCHING_PROTOCOLS;
    if (!isInterim) {
      listener.status(status);
    }
    state = State.HEADERS;
    return true;
  }

  private boolean takeHeader(int end) {
    int colon = 0;
    while (colon < end && line[colon] != ':') {
      colon++;
    }
    if (colon == 0 || colon == end || line[0] == ' ' || line[0] == '\t' || line[colon - 1] == ' ') {
      return false;
    }
    int start = colon + 1;
    while (start < end && (line[start] == ' ' || line[start] == '\t')) {
      start++;
    }
    while (end > start && (line[end - 1] == ' ' || line[end - 1] == '\t')) {
      end--;
    }
    if (isInterim) {
      return true;
    }
    listener.header(line, colon, start, end);
    if (is(LENGTH, 0, colon)) {
      return takeLength(start, end);
    }
    if (is(ENCODING, 0, colon)) {
      isChunked = hasToken(CHUNKED, start, end);
      isOtherwiseEncoded = !isChunked;
    } else if (is(CONNECTION, 0, colon)) {
      saysClose |= hasToken(CLOSE, start, end);
      saysKeepAlive |= hasToken(KEEP_ALIVE, start, end);
    }
    return true;
  }

  private boolean takeLength(int start, int end) {
    long length = 0;
    if (start == end || end - start > 18) {
      return false;
    }
    for (int i = start; i < end; i++) {
      if (line[i] < '0' || line[i] > '9') {
        return false;
      }
      length = 10 * length + line[i] - '0';
    }
    boolean isSame = bodyLength < 0 || bodyLength == length;
    bodyLength = length;
    return isSame;
  }

  private boolean takeChunkSize(int end) {
    long size = 0;
    int digits = 0;
    while (digits < end && Character.digit((char) line[digits], 16) >= 0) {
      size = 16 * size + Character.digit((char) line[digits], 16);
      if (++digits > 15) {
        return false;
      }
    }
    if (digits == 0 || (digits < end && line[digits] != ';' && line[digits] != ' ')) {
      return false;
    }
    left = size;
    headBytes = 0;
    state = size == 0 ? State.TRAILERS : State.CHUNK;
    return true;
  }

  private boolean endHead() {
    if (isInterim) {
      beginHead();
    } else if (isWithoutBody
        || status == 204
        || status == 304
        || status == SWITCHING_PROTOCOLS
        || (bodyLength == 0 && !isChunked && !isOtherwiseEncoded)) {
      state = State.DONE;
    } else if (isChunked) {
      state = State.CHUNK_SIZE;
    } else if (isOtherwiseEncoded || bodyLength < 0) {
      saysClose = true;
      state = State.UNTIL_CLOSE;
    } else {
      left = bodyLength;
      state = State.LENGTH;
    }
    return true;
  }

  /** Whether these bytes are that word of small letters, in letters of any case. */
  private boolean is(byte[] word, int start, int end) {
    if (end - start != word.length) {
      return false;
    }
    for (int i = 0; i < word.length; i++) {
      int letter = line[start + i];
      if (letter >= 'A' && letter <= 'Z') {
        letter += 'a' - 'A';
      }
      if (letter != word[i]) {
        return false;
      }
    }
    return true;
  }

  /** Whether a list separated by commas has that word. */
  private boolean hasToken(byte[] word, int start, int end) {
    int from = start;
    while (from < end) {
      int to = from;
      while (to < end && line[to] != ',') {
        to++;
      }
      int first = from;
      int last = to;
      while (first < last && line[first] == ' ') {
        first++;
      }
      while (last > first && line[last - 1] == ' ') {
        last--;
      }
      if (is(word, first, last)) {
        return true;
      }
      from = to + 1;
    }
    return false;
  }
}
