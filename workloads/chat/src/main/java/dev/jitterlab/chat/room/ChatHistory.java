package dev.jitterlab.chat.room;

import java.util.List;

/** What is kept of what was said: nothing, unless a history says otherwise. Thread-safe. */
public interface ChatHistory {
  /** Keeps nothing. */
  ChatHistory NONE = new ChatHistory() {};

  /** Returns whether anything is kept. */
  default boolean isKept() {
    return false;
  }

  /** Says that a room of that name is there, whose users may enter. */
  default void opened(String room) {}

  /** Says that a room that was {@link #opened} is not there any more: it has no users. */
  default void closed(String room) {}

  /** Keeps a message, or counts that it could not; never waits. */
  default void said(PastMessage message) {}

  /** Returns the newest messages of a room that the server has at hand, oldest first. */
  default List<PastMessage> latest(String room) {
    return List.of();
  }
}
