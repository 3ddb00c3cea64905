package dev.jitterlab.tick;

/**
 * A monotonic clock in nanoseconds with an arbitrary origin.
 *
 * <p>Values are compared by difference only ({@code now - deadlineNs < 0}), because they may be
 * negative and may overflow.
 */
@FunctionalInterface
public interface NanoClock {
  /** Returns the current time in nanoseconds, as {@link System#nanoTime()} does. */
  long nanoTime();
}
