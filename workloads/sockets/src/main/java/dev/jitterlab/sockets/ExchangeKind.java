package dev.jitterlab.sockets;

/** What a client and a server do over and over; the four tests of IBM's paper are one of each. */
public enum ExchangeKind {
  /** A request and its response on an open TCP connection. */
  TCP_RR,
  /** A request and its response, each a datagram. */
  UDP_RR,
  /** Messages in one direction on an open TCP connection. */
  TCP_STREAM,
  /** Connect, request, response, and the server closes. */
  CRR;

  /** Whether it goes by datagrams. */
  boolean isDatagram() {
    return this == UDP_RR;
  }
}
