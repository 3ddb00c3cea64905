package dev.jitterlab.chat.connection;

/** How long the server waits for clients. Immutable and thread-safe. */
public final class ChatTimes {
  final long enterNs;
  final long silenceNs;
  final long patienceNs;

  /**
   * Creates them.
   *
   * @param enterNs until a client has said who it is
   * @param silenceNs until a silent client is gone; it is asked after half of that
   * @param patienceNs until a client that reads nothing is gone
   */
  public ChatTimes(long enterNs, long silenceNs, long patienceNs) {
    this.enterNs = enterNs;
    this.silenceNs = silenceNs;
    this.patienceNs = patienceNs;
  }
}
