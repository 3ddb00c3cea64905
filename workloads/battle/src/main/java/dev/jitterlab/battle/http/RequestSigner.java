package dev.jitterlab.battle.http;

/** Gives a request the header by which the receiver knows who sent it. Thread-safe. */
public interface RequestSigner {
  /** Returns the header's name. */
  String header();

  /**
   * Returns the header's value.
   *
   * @param target path and query, as they are sent
   */
  String sign(String method, String target, byte[] body);
}
