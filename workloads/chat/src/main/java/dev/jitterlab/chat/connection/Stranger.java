package dev.jitterlab.chat.connection;

/** A connection that has not said who it is, or had not when it came. Thread-safe. */
public interface Stranger {
  /** Returns whether it is open and still has not said so. */
  boolean isStranger();

  /** Ends the connection: others come, and it has been silent for longest. */
  void giveWay();
}
