package dev.jitterlab.chat.connection;

/** A connection that has not said who it is, or had not when it came. Thread-safe. */
public interface Stranger {
  /** Returns whether it is open and still has not said so. */
  boolean isStranger();

  /**
   * Ends the connection, unless it is a user by now: others come, and it was silent for longest.
   */
  void giveWay();
}
