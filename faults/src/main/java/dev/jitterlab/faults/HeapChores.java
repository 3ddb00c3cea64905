package dev.jitterlab.faults;

import java.util.ArrayList;
import java.util.List;

/** What keeps the collector busy. Each method returns when the time is over. Thread-safe. */
final class HeapChores {
  private static final int SMALL_BYTES = 512;
  private static final int BLOCK_BYTES = 256 * 1024;
  private static final int LARGE_BYTES = 8 * 1024 * 1024;

  /** Keeps allocations from being optimised away. */
  @SuppressWarnings("UnusedVariable")
  private static volatile Object kept;

  private HeapChores() {}

  /** Asks for a full collection. */
  static void collect() {
    System.gc();
  }

  /** Allocates arrays that are larger than half a region of G1. */
  static void largeArrays(long ms) {
    long endNs = end(ms);
    int bytes =
        (int) Math.min(LARGE_BYTES, Math.max(BLOCK_BYTES, Runtime.getRuntime().maxMemory() / 32));
    while (System.nanoTime() - endNs < 0) {
      kept = new byte[bytes];
    }
    kept = null;
  }

  /** Allocates small objects as fast as a thread can. */
  static void smallObjects(long ms) {
    long endNs = end(ms);
    while (System.nanoTime() - endNs < 0) {
      for (int i = 0; i < 1_000; i++) {
        kept = new byte[SMALL_BYTES];
      }
    }
    kept = null;
  }

  /** Fills most of the heap with living objects, and allocates on. */
  static void fill(long ms) {
    long endNs = end(ms);
    Runtime runtime = Runtime.getRuntime();
    List<byte[]> living = new ArrayList<>();
    try {
      while (System.nanoTime() - endNs < 0) {
        long used = runtime.totalMemory() - runtime.freeMemory();
        long held = (long) living.size() * BLOCK_BYTES;
        if (Math.max(used, held) < runtime.maxMemory() / 5 * 4) {
          living.add(new byte[BLOCK_BYTES]);
        } else {
          kept = new byte[BLOCK_BYTES];
        }
      }
    } catch (OutOfMemoryError e) {
      living.clear(); // the server's own threads need what is left
    } finally {
      kept = null;
    }
  }

  private static long end(long ms) {
    return System.nanoTime() + ms * 1_000_000;
  }
}
