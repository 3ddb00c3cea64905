package dev.jitterlab.locks;

import dev.jitterlab.program.DaemonThreads;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Looks a hundred times a second which lock each thread of a competition waits for, and tells a
 * {@link ConvoyFinder} about every half second. Prints each convoy when it has ended, up to {@link
 * #MOST_LINES}: the metrics count them all.
 */
final class ConvoyWatch implements AutoCloseable {
  private static final long LOOK_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long WINDOW_NS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final double NS_PER_SECOND = 1e9;
  private static final int MOST_LINES = 100;

  private final Competition competition;
  private final ConvoyFinder finder;
  private final Consumer<String> out;
  private final Thread thread =
      DaemonThreads.named("jitterlab-convoy-watch").newThread(this::watch);
  private final long[] waiting;
  private volatile boolean isEnding;
  private int looks;
  private int lines;
  private long windowFromNs;
  private long acquisitionsBefore;
  private long switchesBefore;

  ConvoyWatch(Competition competition, ConvoyFinder finder, Consumer<String> out) {
    this.competition = competition;
    this.finder = finder;
    this.out = out;
    this.waiting = new long[competition.hotLocks()];
  }

  /** Begins to look, in a thread of its own. */
  void start() {
    windowFromNs = System.nanoTime();
    thread.start();
  }

  private void watch() {
    while (true) {
      LockSupport.parkNanos(LOOK_EVERY_NS);
      if (isEnding) {
        return;
      }
      look();
      long nowNs = System.nanoTime();
      if (nowNs - windowFromNs >= WINDOW_NS) {
        endWindow(nowNs);
      }
    }
  }

  /** Sees who waits. */
  void look() {
    for (Competitor competitor : competition.competitors()) {
      int lock = competitor.asksFor();
      if (lock >= 0) {
        waiting[lock]++;
      }
    }
    looks++;
  }

  /** Makes a window of the looks since the last; there is at least one. */
  void endWindow(long nowNs) {
    long acquisitions = competition.acquisitions();
    long switches =
        competition.competitors().stream()
            .mapToLong(competitor -> competitor.switches().voluntary())
            .sum();
    double[] mean = new double[waiting.length];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = (double) waiting[i] / looks;
      waiting[i] = 0;
    }
    print(
        finder.window(
            (nowNs - windowFromNs) / NS_PER_SECOND,
            acquisitions - acquisitionsBefore,
            switches - switchesBefore,
            mean));
    looks = 0;
    windowFromNs = nowNs;
    acquisitionsBefore = acquisitions;
    switchesBefore = switches;
  }

  private synchronized void print(List<ConvoyFinder.Convoy> convoys) {
    for (ConvoyFinder.Convoy convoy : convoys) {
      if (lines < MOST_LINES) {
        lines++;
        out.accept("JITTERLAB CONVOY " + convoy);
      }
    }
  }

  /** Ends it, and prints the convoys that last. */
  @Override
  public void close() {
    isEnding = true;
    print(finder.end());
  }
}
