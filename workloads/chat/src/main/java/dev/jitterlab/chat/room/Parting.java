package dev.jitterlab.chat.room;

import java.util.Locale;

/** Why a connection ended. */
public enum Parting {
  /** The client closed it. */
  LEFT,
  /** The system says that it broke. */
  BROKEN,
  /** The client was refused, by a {@code Denial} that ends the connection. */
  REFUSED,
  /** Its queue was full. */
  QUEUE_FULL,
  /** Nothing could be written for too long. */
  STUCK,
  /** Nothing was heard for too long: a half-open connection. */
  SILENT,
  /** It did not say in time who it is. */
  NEVER_ENTERED,
  /** It had not said who it is, and too many others came. */
  GAVE_WAY,
  /** The server ends. */
  SERVER_ENDS;

  /** Returns the word in metrics. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
