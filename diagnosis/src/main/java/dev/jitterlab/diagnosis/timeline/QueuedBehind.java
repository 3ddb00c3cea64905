package dev.jitterlab.diagnosis.timeline;

import java.util.List;
import java.util.Locale;

/**
 * Behind whom the thread of a tick or request waited for a CPU. Immutable.
 *
 * @param delayNs how long it waited, as the work's event says
 * @param foundNs how long others ran on its CPU meanwhile, as the scheduler's trace says; not more
 * @param runners the threads that ran most, the longest first
 * @param others how many more threads ran
 * @param othersNs how long these ran
 * @param compiling when compiler threads of the same JVM ran on that CPU meanwhile, in order
 */
public record QueuedBehind(
    long delayNs,
    long foundNs,
    List<Runner> runners,
    int others,
    long othersNs,
    List<Turn> compiling) {
  /** What the trace shows less of is divided as if there were no trace. */
  private static final double EXACT = 0.9;

  private static final double MS = 1e6;

  /** A thread, or all of one name outside the JVM, and how long it ran. */
  public record Runner(String name, long ns) {
    @Override
    public String toString() {
      return name + " (" + length(ns) + ")";
    }
  }

  /** A stretch in which a thread ran, in nanoseconds since the epoch. */
  public record Turn(long startNs, long endNs) {}

  /**
   * Which of a work's two delays it is.
   *
   * @param thread the work's thread
   * @param startNs the work's start
   * @param beforeStart whether it is the delay before the start, and not the one behind it
   */
  record Delay(long thread, long startNs, boolean beforeStart) {}

  /** Copies the lists. */
  public QueuedBehind {
    runners = List.copyOf(runners);
    compiling = List.copyOf(compiling);
  }

  /** Whether it shows who ran for nearly all of the delay. */
  public boolean isWhole() {
    return foundNs >= EXACT * delayNs;
  }

  /** In words, to stand behind "run-queue delay"; empty if nobody was seen. */
  public String words() {
    if (runners.isEmpty()) {
      return "";
    }
    StringBuilder words = new StringBuilder(", behind ");
    int last = runners.size() - 1;
    for (int i = 0; i <= last; i++) {
      String before = i == 0 ? "" : i == last && others == 0 ? " and " : ", ";
      words.append(before).append(runners.get(i));
    }
    if (others > 0) {
      words
          .append(" and ")
          .append(others)
          .append(others == 1 ? " other (" : " others (")
          .append(length(othersNs))
          .append(')');
    }
    return words.toString();
  }

  private static String length(long ns) {
    return ns < MS / 10
        ? Math.round(ns / 1e3) + " µs"
        : String.format(Locale.ROOT, "%.1f ms", ns / MS);
  }
}
