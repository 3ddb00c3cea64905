package dev.jitterlab.faults;

import java.util.Locale;

/** What can be done to a server, by the words of the plan file. */
enum ChoreKind {
  SYSTEM_GC(false),
  HUMONGOUS(false),
  ALLOCATION_STORM(false),
  GC_STALL(false),
  DEOPTIMISATION_STORM(true),
  COMPILE_STORM(false),
  SLOW_SAFEPOINT(false),
  LOCK(true),
  SLEEP(true),
  IO(true),
  PINNED(true);

  private final boolean needsEntry;

  ChoreKind(boolean needsEntry) {
    this.needsEntry = needsEntry;
  }

  /** Returns whether it happens in calls of the server's own methods. */
  boolean needsEntry() {
    return needsEntry;
  }

  /**
   * Returns the kind of that word.
   *
   * @throws IllegalArgumentException if there is none
   */
  static ChoreKind of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Returns its word. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
