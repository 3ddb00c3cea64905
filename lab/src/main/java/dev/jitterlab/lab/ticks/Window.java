package dev.jitterlab.lab.ticks;

/**
 * A span of wall-clock time, both ends in seconds since the epoch.
 *
 * @param from where it begins
 * @param to where it ends; not before {@code from}
 */
public record Window(double from, double to) {
  /** Checks the order of the ends. */
  public Window {
    if (!(from <= to)) {
      throw new IllegalArgumentException("a window from " + from + " to " + to);
    }
  }

  /**
   * One with these ends of a record; empty where a clock that was set back in between has put the
   * end before the beginning. So a record from then can still be read.
   */
  public static Window recorded(double from, double to) {
    return new Window(from, Math.max(from, to));
  }

  /** How long it is. */
  public double seconds() {
    return to - from;
  }

  /**
   * Whether a line of a log belongs to this time: it lies wholly inside, or ends later and has a
   * value that must have begun inside. Else a pause at the end would vanish with its line, and the
   * longer it was, the more of it.
   */
  boolean holds(Window line, Distribution values) {
    return contains(line)
        || (line.from >= from && !values.isEmpty() && values.maxNs() / 1e9 > line.to - to);
  }

  /** Whether the other window lies wholly inside this one; a shared end is inside. */
  public boolean contains(Window other) {
    return other.from >= from && other.to <= to;
  }
}
