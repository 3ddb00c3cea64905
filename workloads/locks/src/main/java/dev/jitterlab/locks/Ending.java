package dev.jitterlab.locks;

/** How a thread got a lock in the end. */
enum Ending {
  /** At the first look. */
  AT_ONCE("at-once"),
  /** While it looked again and again. */
  SPIN("spin"),
  /** After it had let others run. */
  YIELD("yield"),
  /** After it had slept in the lock's queue. */
  BLOCK("block"),
  /** By a lock that does not tell. */
  UNKNOWN("unknown");

  private final String word;

  Ending(String word) {
    this.word = word;
  }

  /** The word in metrics. */
  String word() {
    return word;
  }
}
