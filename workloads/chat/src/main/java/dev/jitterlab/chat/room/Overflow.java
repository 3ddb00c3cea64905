package dev.jitterlab.chat.room;

/** What becomes of a message for a reader whose queue is full. */
public enum Overflow {
  /** The reader is disconnected. */
  DISCONNECT("disconnect"),
  /** The reader's oldest message gives way, and the reader is told how many did. */
  DROP_OLDEST("drop-oldest"),
  /** Who says something waits until all in the room have place for it. */
  BACK_PRESSURE("back-pressure");

  private final String word;

  Overflow(String word) {
    this.word = word;
  }

  /** Returns the word of the command line. */
  @Override
  public String toString() {
    return word;
  }
}
