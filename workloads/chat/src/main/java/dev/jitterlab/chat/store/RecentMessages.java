package dev.jitterlab.chat.store;

import dev.jitterlab.chat.room.PastMessage;
import java.util.ArrayDeque;
import java.util.List;

/** The newest messages of a room. Thread-safe. */
final class RecentMessages {
  private final int most;
  private final ArrayDeque<PastMessage> messages = new ArrayDeque<>();

  RecentMessages(int most) {
    this.most = most;
  }

  synchronized void add(PastMessage message) {
    if (messages.size() == most) {
      messages.removeFirst();
    }
    messages.addLast(message);
  }

  synchronized boolean isEmpty() {
    return messages.isEmpty();
  }

  /** Returns them, oldest first. */
  synchronized List<PastMessage> all() {
    return List.copyOf(messages);
  }
}
