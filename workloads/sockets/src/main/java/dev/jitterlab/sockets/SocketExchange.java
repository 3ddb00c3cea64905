package dev.jitterlab.sockets;

/** What is exchanged, and how the sockets are set. Immutable. */
final class SocketExchange {
  /** A datagram's payload over IPv4 is no larger. */
  static final int MOST_DATAGRAM_BYTES = 65_507;

  /** Netty's least buffer; no transport reads into a smaller one. */
  private static final int LEAST_BUFFER_BYTES = 2_048;

  private final ExchangeKind kind;
  private final int requestBytes;
  private final int responseBytes;
  private final boolean split;
  private final boolean noDelay;
  private final int readTimeoutMs;
  private final boolean freshPackets;
  private final int sessions;

  SocketExchange(
      ExchangeKind kind,
      int requestBytes,
      int responseBytes,
      boolean split,
      boolean noDelay,
      int readTimeoutMs,
      boolean freshPackets,
      int sessions) {
    if (kind.isDatagram() && Math.max(requestBytes, responseBytes) > MOST_DATAGRAM_BYTES) {
      throw new IllegalArgumentException(
          "a datagram has at most " + MOST_DATAGRAM_BYTES + " bytes: lower --request, --response");
    }
    if (split && kind == ExchangeKind.UDP_RR) {
      throw new IllegalArgumentException("--split is for TCP: a datagram goes out in one piece");
    }
    this.kind = kind;
    this.requestBytes = requestBytes;
    this.responseBytes = responseBytes;
    this.split = split;
    this.noDelay = noDelay;
    this.readTimeoutMs = readTimeoutMs;
    this.freshPackets = freshPackets;
    this.sessions = sessions;
  }

  ExchangeKind kind() {
    return kind;
  }

  /** What the client sends; of a stream, a message. */
  int requestBytes() {
    return requestBytes;
  }

  /** What the server sends back. */
  int responseBytes() {
    return responseBytes;
  }

  /** Whether each message goes out in two halves. */
  boolean isSplit() {
    return split;
  }

  /** Whether TCP_NODELAY is set. */
  boolean noDelay() {
    return noDelay;
  }

  /** How long a read may wait; 0 for as long as it takes. */
  int readTimeoutMs() {
    return readTimeoutMs;
  }

  /** Whether each datagram is received into a packet object of its own. */
  boolean freshPackets() {
    return freshPackets;
  }

  /** How many exchanges go on at once. */
  int sessions() {
    return sessions;
  }

  /** Room for the larger of both messages. */
  int bufferBytes() {
    return Math.max(LEAST_BUFFER_BYTES, Math.max(requestBytes, responseBytes));
  }
}
