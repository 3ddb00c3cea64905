package dev.jitterlab.agent;

import java.util.Locale;

/**
 * What made a tick or a request late, as far as events with a start and an end show it, and the
 * late events themselves, in the order of precedence of {@code jitterlab diagnose}
 * (docs/diagnosis-causes.md).
 */
enum SeenCause {
  GC_PAUSE,
  TIME_TO_SAFEPOINT,
  SAFEPOINT_OPERATION,
  GC_STALL,
  LOCK_WAIT,
  PINNED,
  SLEEP,
  IO,
  PARK,
  /** The thread could run and had no CPU; {@code diagnose} says who had it. */
  RUN_QUEUE,
  /** None of these: code, work before it; {@code diagnose} tells them apart. */
  OTHER;

  /** Its name in {@code causes.json}. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
