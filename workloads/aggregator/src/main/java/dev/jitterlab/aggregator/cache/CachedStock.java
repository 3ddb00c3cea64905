package dev.jitterlab.aggregator.cache;

import dev.jitterlab.program.DaemonThreads;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Fills the cache with fragments that nobody asks for, so that the live set of the heap has a known
 * size, and replaces some of them all the time as a cache in use does. A share of the strings
 * occurs many times as equal copies, which a collector can share. The thread that replaces is its
 * own.
 */
public final class CachedStock implements AutoCloseable {
  private static final int STRINGS = 16;
  private static final int STRING_CHARS = 200;
  private static final int COPIES = 1_000;
  private static final long STEP_NS = 10_000_000;

  private final FragmentCache cache;
  private final SplittableRandom random;
  private final double copied;
  private final int count;
  private volatile boolean ending;

  /**
   * Fills the cache and starts to replace.
   *
   * @param megabytes of heap that the fragments take, about
   * @param copied which share of their strings are copies, from 0 to 1
   * @param perSecond how many fragments are replaced each second
   */
  public CachedStock(FragmentCache cache, int megabytes, double copied, int perSecond, long seed) {
    this.cache = cache;
    this.copied = copied;
    this.random = new SplittableRandom(seed);
    int bytes = fragment().bytes();
    count = (int) ((long) megabytes * (1 << 20) / bytes);
    for (int i = 0; i < count; i++) {
      cache.put("stock/" + i, fragment());
    }
    if (perSecond > 0 && count > 0) {
      DaemonThreads.start("cache-stock", () -> replace(perSecond));
    }
  }

  private void replace(int perSecond) {
    long beganNs = System.nanoTime();
    long done = 0;
    while (!ending) {
      LockSupport.parkNanos(STEP_NS);
      long due = (long) ((System.nanoTime() - beganNs) / 1e9 * perSecond);
      for (; done < due && !ending; done++) {
        cache.put("stock/" + random.nextInt(count), fragment());
      }
    }
  }

  private Fragment fragment() {
    Map<String, Object> tree = new LinkedHashMap<>();
    for (int i = 0; i < STRINGS; i++) {
      boolean copy = random.nextDouble() < copied;
      // The names are its own, too: they take a seventh more than the weight says.
      tree.put("field" + i, text(copy ? random.nextInt(COPIES) : random.nextLong()));
    }
    return new Fragment(tree);
  }

  private static String text(long of) {
    StringBuilder text = new StringBuilder(STRING_CHARS + 20);
    SplittableRandom words = new SplittableRandom(of);
    while (text.length() < STRING_CHARS) {
      text.append(Long.toString(words.nextLong() >>> 1, Character.MAX_RADIX)).append(' ');
    }
    text.setLength(STRING_CHARS);
    return text.toString();
  }

  @Override
  public void close() {
    ending = true;
  }
}
