package dev.jitterlab.chat.room;

/** The connection of a user, as its room sees it. Thread-safe. */
public interface ChatLink {
  /** Something waits in the user's queue, which was empty before: have it written. */
  void wake();

  /** Has the connection end; neither waits for that nor takes any lock meanwhile. */
  void end(Parting why);
}
