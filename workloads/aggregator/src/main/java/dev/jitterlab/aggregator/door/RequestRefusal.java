package dev.jitterlab.aggregator.door;

import java.util.Locale;

/** Why a request was refused, with the status of the answer. */
public enum RequestRefusal {
  /** The request line is too long. */
  LINE_SIZE(414),
  /** The headers are too large. */
  HEADER_SIZE(431),
  /** The body is too large. */
  BODY_SIZE(413),
  /** The bodies of all requests together are too large. */
  BODIES(503),
  /** It is no HTTP. */
  MALFORMED(400),
  /** Its length can be read in two ways: an attempt to smuggle a second request. */
  FRAMING(400),
  /** A version other than HTTP/1.0 and 1.1. */
  VERSION(505),
  /** A method other than GET, HEAD and POST. */
  METHOD(405),
  /** No host, several, or none that could be one. */
  HOST(400),
  /** A target that names a server, as for a proxy. */
  TARGET(400),
  /** A path with dots, escapes or other characters that no page has. */
  PATH(400),
  /** A parameter that cannot be right. */
  PARAMETER(400),
  /** A cookie that is none of ours. */
  COOKIE(400),
  /** Not read to its end in time; the connection is closed. */
  SLOW_REQUEST(408),
  /** The client did not read its answer in time; the connection is closed. */
  SLOW_READER(0),
  /** Too many requests sent ahead on one connection. */
  PIPELINE(400),
  /** Too many connections; closed unanswered. */
  CONNECTIONS(0),
  /** Too many requests wait already. */
  QUEUE_FULL(503),
  /** It waited too long before its turn. */
  QUEUE_TIME(503),
  /** The event loop stays behind. */
  LAG(503),
  /** The threads that answer have no room. */
  THREADS(503);

  private final int status;
  private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

  RequestRefusal(int status) {
    this.status = status;
  }

  /** Returns the status of the answer; 0 where there is none. */
  public int status() {
    return status;
  }

  /** Returns the word in metrics. */
  public String label() {
    return label;
  }
}
