package dev.jitterlab.chat.room;

import java.util.List;

/** What is kept of what was said. Thread-safe. */
public interface ChatHistory {
  /** Keeps nothing. */
  ChatHistory NONE =
      new ChatHistory() {
        @Override
        public boolean isKept() {
          return false;
        }

        @Override
        public void opened(String room) {}

        @Override
        public void closed(String room) {}

        @Override
        public void said(PastMessage message) {}

        @Override
        public List<PastMessage> latest(String room) {
          return List.of();
        }
      };

  /** Returns whether anything is kept. */
  boolean isKept();

  /** Says that a room of that name is there, whose users may enter. */
  void opened(String room);

  /** Says that a room that was {@link #opened} is not there any more: it has no users. */
  void closed(String room);

  /** Keeps a message, or counts that it could not; never waits. */
  void said(PastMessage message);

  /** Returns the newest messages of a room that the server has at hand, oldest first. */
  List<PastMessage> latest(String room);
}
