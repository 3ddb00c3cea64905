package dev.jitterlab.chat.room;

import java.util.Locale;

/** What becomes of a message for a reader whose queue is full. */
public enum Overflow {
  /** The reader is disconnected. */
  DISCONNECT,
  /** The reader's oldest message gives way, and the reader is told how many did. */
  DROP_OLDEST,
  /** Who says something waits until all in the room have place for it. */
  BACK_PRESSURE;

  /** Returns the word of the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
