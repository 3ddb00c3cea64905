package dev.jitterlab.tick;

import java.util.Objects;

/**
 * Is told of every tick, right after it, on the thread that ran it: an implementation must be
 * thread-safe, quick and free of locks and allocation.
 */
@FunctionalInterface
public interface TickListener {
  /** Receives a finished tick; it is valid until this method returns. */
  void onTick(Tick tick);

  /** Returns a listener that tells this one first and {@code next} second. */
  default TickListener andThen(TickListener next) {
    Objects.requireNonNull(next, "next"); // at once: later, each task would fail at its first tick
    return tick -> {
      onTick(tick);
      next.onTick(tick);
    };
  }
}
