package dev.jitterlab.chat.load;

import dev.jitterlab.arrivals.TimeSpan;

/** A reconnect storm: again and again, so many users leave at once and come back. Immutable. */
final class ChatStorm {
  final long everyNs;
  final int users;

  private ChatStorm(long everyNs, int users) {
    this.everyNs = everyNs;
    this.users = users;
  }

  /**
   * Reads {@code TIME:USERS}.
   *
   * @throws IllegalArgumentException if the text is none
   */
  static ChatStorm parse(String text) {
    int colon = text.indexOf(':');
    try {
      long everyNs = TimeSpan.parse(text.substring(0, Math.max(0, colon))).ns();
      int users = Integer.parseInt(text.substring(colon + 1));
      if (everyNs >= 1_000_000 && users >= 1) {
        return new ChatStorm(everyNs, users);
      }
    } catch (IllegalArgumentException e) {
      throw malformed(text, e);
    }
    throw malformed(text, null);
  }

  private static IllegalArgumentException malformed(String text, Throwable cause) {
    return new IllegalArgumentException(
        "--storm=" + text + " is not TIME:USERS, such as 10s:50", cause);
  }
}
