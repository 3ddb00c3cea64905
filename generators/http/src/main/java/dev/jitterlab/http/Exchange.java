package dev.jitterlab.http;

import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.scenario.RequestText;
import io.netty.buffer.ByteBuf;

/**
 * One request and its answer; used again for the next one. Only the thread of the event loop
 * touches it.
 */
abstract class Exchange {
  /** What is looked at of a body; its length is counted to the end. */
  static final int MOST_BODY_BYTES = 1 << 18;

  /** A larger place for a body is given back when its answer was looked at. */
  private static final int KEPT_PLACE = 1 << 13;

  private static final byte[] NOTHING = {};

  private long fromNs;
  private long beganNs;
  private long sentNs;
  private boolean isSentAgain;
  private int port;
  private int status;
  private long length;
  private byte[] body = NOTHING;
  private int kept;

  /**
   * Says that a request is to go out.
   *
   * @param responseFromNs from when its response time counts
   * @param nowNs when its sender came to it
   */
  final void begin(long responseFromNs, long nowNs) {
    fromNs = responseFromNs;
    beganNs = nowNs;
    sentNs = nowNs;
    isSentAgain = false;
    port = 0;
    status = 0;
  }

  /** Says that it goes out now; {@link #sentNs} and the deadline stay those of the first time. */
  final void sent(long nowNs) {
    if (!isSentAgain) {
      sentNs = nowNs;
    }
    status = 0;
    length = 0;
    kept = 0;
  }

  /**
   * Says that it is to go out a second time.
   *
   * @return false if it must not: it did so before, or an answer has begun
   */
  final boolean trySendAgain() {
    if (isSentAgain || status != 0) {
      return false;
    }
    isSentAgain = true;
    return true;
  }

  /** Says on which port of this machine its connection is. */
  final void port(int number) {
    port = number;
  }

  final long fromNs() {
    return fromNs;
  }

  /** Returns when its sender came to it: later than it was due if the sender was late. */
  final long beganNs() {
    return beganNs;
  }

  /** Returns when it went out for the first time. */
  final long sentNs() {
    return sentNs;
  }

  final int port() {
    return port;
  }

  final int status() {
    return status;
  }

  /** Returns how many bytes the body has had so far. */
  final long length() {
    return length;
  }

  /** Returns the place of the body, of which {@link #kept} bytes were kept. */
  final byte[] answer() {
    return body;
  }

  final int kept() {
    return kept;
  }

  /** Returns what the request says. */
  abstract RequestView request();

  /** Returns whether {@link #header} is to be called. */
  abstract boolean wantsHeaders();

  /** Returns whether the body is to be kept. */
  abstract boolean wantsBody();

  /** Takes the status of the answer. */
  final void status(int number) {
    status = number;
  }

  /** Takes a header of the answer. */
  abstract void header(String name, String value);

  /** Takes a part of the body. */
  final void content(ByteBuf data, int bytes) {
    length += bytes;
    if (!wantsBody()) {
      return;
    }
    int more = Math.min(bytes, MOST_BODY_BYTES - kept);
    if (kept + more > body.length) {
      byte[] larger = new byte[Math.min(MOST_BODY_BYTES, Math.max(kept + more, 2 * body.length))];
      System.arraycopy(body, 0, larger, 0, kept);
      body = larger;
    }
    data.getBytes(data.readerIndex(), body, kept, more);
    kept += more;
  }

  /** Gives a large place for bodies back. */
  final void giveBackPlace() {
    if (body.length > KEPT_PLACE) {
      body = NOTHING;
    }
  }

  /**
   * Takes the end: {@link RequestOutcome#OK} if the whole answer has come, whatever it says.
   *
   * @param nowNs by the load's clock
   */
  abstract void ended(RequestOutcome outcome, long nowNs);

  /** What a request says, for whatever protocol it goes out by. Valid until the exchange's end. */
  interface RequestView {
    /** Returns the method in capital letters. */
    String method();

    /** Adds the whole request in the form of HTTP/1.1. */
    void write(RequestText out);

    /** Gives path and headers, without host, length, and what only HTTP/1.1 has. */
    void tell(HeaderTaker headers);

    /** Returns the body, whose length is 0 where there is none. */
    RequestText body();

    /** Returns whether sending it twice is the same as sending it once. */
    default boolean canBeRepeated() {
      return method().equals("GET") || method().equals("HEAD");
    }
  }

  /** Takes what a request says. */
  interface HeaderTaker {
    /** Takes the path with its query. */
    void path(RequestText path);

    /** Takes a header. */
    void header(String name, RequestText value);
  }
}
