package dev.jitterlab.chat.room;

/** A message that was said. Immutable. */
public final class PastMessage {
  private final long saidAtMs;
  private final String room;
  private final String nickname;
  private final String text;

  /**
   * Creates one.
   *
   * @param saidAtMs milliseconds since the epoch
   */
  public PastMessage(long saidAtMs, String room, String nickname, String text) {
    this.saidAtMs = saidAtMs;
    this.room = room;
    this.nickname = nickname;
    this.text = text;
  }

  /** Returns when, in milliseconds since the epoch. */
  public long saidAtMs() {
    return saidAtMs;
  }

  /** Returns the room's name. */
  public String room() {
    return room;
  }

  /** Returns who said it. */
  public String nickname() {
    return nickname;
  }

  /** Returns what was said. */
  public String text() {
    return text;
  }
}
