package dev.jitterlab.locks;

import java.util.Locale;

/** How a thread got a lock in the end. */
enum Ending {
  /** At the first look. */
  AT_ONCE,
  /** While it looked again and again. */
  SPIN,
  /** After it had let others run. */
  YIELD,
  /** After it had slept in the lock's queue. */
  BLOCK,
  /** By a lock that does not tell. */
  UNKNOWN;

  /** The word in metrics. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
