package dev.jitterlab.arena.tool;

import dev.jitterlab.program.DaemonThreads;

/**
 * How long a cache line takes from one core to another: two threads write to it by turns. Cores
 * that share a cache need some 20 ns. Virtual machines may be moved to cores that need ten times as
 * much, and then everything that threads share costs more.
 */
final class CacheLine {
  private static final int TURNS = 20_000;
  private static final int LEFT_OUT = 2_000;

  /** Whose turn it is: odd numbers are the other thread's. */
  private volatile long turn;

  private CacheLine() {}

  /** Measures it, in a millisecond or so. With one processor it is the time of a switch. */
  static double transferNs() throws InterruptedException {
    return new CacheLine().measure();
  }

  private double measure() throws InterruptedException {
    Thread other = DaemonThreads.start("cache-line", this::answer);
    long startNs = 0;
    for (long i = 0; i < TURNS; i += 2) {
      if (i == LEFT_OUT) { // the other thread has come by now
        startNs = System.nanoTime();
      }
      turn = i + 1;
      awaitTurn(i + 2);
    }
    long tookNs = System.nanoTime() - startNs;
    other.join();
    return tookNs / (double) (TURNS - LEFT_OUT);
  }

  private void answer() {
    for (long i = 1; i < TURNS; i += 2) {
      awaitTurn(i);
      turn = i + 1;
    }
  }

  private void awaitTurn(long number) {
    while (turn != number) {
      Thread.onSpinWait();
    }
  }
}
