package dev.jitterlab.bench.sockets;

import java.util.List;

/**
 * What client and server do over and over. Immutable.
 *
 * @param name as the paper has it, or in its manner
 * @param kind as the programs have it: {@code tcp-rr}, {@code udp-rr}, {@code tcp-stream}, {@code
 *     crr}
 * @param requestBytes from client to server
 * @param responseBytes from server to client
 * @param split whether a message goes out in two halves
 * @param ofPaper whether it is one of the four whose geometric mean counts
 */
record SocketTest(
    String name, String kind, int requestBytes, int responseBytes, boolean split, boolean ofPaper) {
  private static final int KIB = 1_024;

  /** The paper's four first, in its order; then other sizes. */
  static final List<SocketTest> ALL =
      List.of(
          ofPaper("TCP_RR_1", "tcp-rr", 1, 1),
          ofPaper("UDP_RR_1", "udp-rr", 1, 1),
          ofPaper("TCP_Stream_8k", "tcp-stream", 8 * KIB, 1),
          ofPaper("CRR_64_8k", "crr", 64, 8 * KIB),
          more("TCP_RR_128", "tcp-rr", 128, 128),
          more("TCP_RR_1k", "tcp-rr", KIB, KIB),
          more("TCP_RR_64_8k", "tcp-rr", 64, 8 * KIB),
          more("UDP_RR_1k", "udp-rr", KIB, KIB),
          more("TCP_Stream_64", "tcp-stream", 64, 1),
          more("TCP_Stream_64k", "tcp-stream", 64 * KIB, 1),
          more("CRR_64_64", "crr", 64, 64),
          new SocketTest("TCP_RR_2_split", "tcp-rr", 2, 2, true, false));

  private static SocketTest ofPaper(String name, String kind, int request, int response) {
    return new SocketTest(name, kind, request, response, false, true);
  }

  private static SocketTest more(String name, String kind, int request, int response) {
    return new SocketTest(name, kind, request, response, false, false);
  }

  boolean isDatagram() {
    return kind.equals("udp-rr");
  }

  boolean isStream() {
    return kind.equals("tcp-stream");
  }
}
