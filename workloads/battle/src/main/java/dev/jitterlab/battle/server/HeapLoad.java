package dev.jitterlab.battle.server;

import dev.jitterlab.settings.Setting;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import picocli.CommandLine.Option;

/**
 * Gives the server the heap of a larger one: a live set of small objects that stays reachable, and
 * garbage with every tick. One chain of objects in {@value #SURVIVING} replaces one of the live
 * set, so that the live set keeps its size while its oldest objects die, and a collector has to
 * find them. Every tick also follows a few chains, as a server that looks something up.
 *
 * <p>Thread-safe: many battles tick at the same time. Which chain is replaced is left to chance,
 * and the game is not touched.
 */
final class HeapLoad {
  private static final int LINKS = 4;
  private static final int DATA_BYTES = 216;

  /** What a link takes: its object, its array's header and its data, with compressed references. */
  private static final int LINK_BYTES = DATA_BYTES + 16 + 24;

  private static final int CHAIN_BYTES = LINKS * LINK_BYTES;
  private static final int SURVIVING = 16;
  private static final int LOOKED_UP = 8;
  private static final int BYTES_PER_KIB = 1024;

  @Setting(min = 0, max = 1_000_000)
  @Option(
      names = "--live-set",
      defaultValue = "0",
      paramLabel = "MIB",
      description = "Size of a live set of small objects that the server keeps, in MiB.")
  private int liveMiB;

  @Setting(min = 0, max = 1_000_000)
  @Option(
      names = "--garbage",
      defaultValue = "0",
      paramLabel = "KIB",
      description = "How much each tick of a battle allocates besides, in KiB.")
  private int garbageKiB;

  /**
   * What the ticks of a thread have made together: a single one may make too few, or no multiple of
   * {@value #SURVIVING}.
   */
  private final ThreadLocal<long[]> made = ThreadLocal.withInitial(() -> new long[1]);

  private final LongSupplier random;
  private AtomicReferenceArray<Link> live = new AtomicReferenceArray<>(0);
  private volatile long seen;

  /** One object of a chain. */
  private static final class Link {
    final byte[] data = new byte[DATA_BYTES];
    final Link next;

    Link(Link next, byte first) {
      this.next = next;
      data[0] = first;
    }
  }

  /** For picocli, which sets the options. */
  HeapLoad() {
    this(() -> ThreadLocalRandom.current().nextLong(), 0, 0);
  }

  /** For tests: with the options set. */
  HeapLoad(LongSupplier random, int liveMiB, int garbageKiB) {
    this.random = random;
    this.liveMiB = liveMiB;
    this.garbageKiB = garbageKiB;
  }

  /** Allocates the live set; to be called once, before the first tick. */
  void fill() {
    int chains = Math.toIntExact((long) liveMiB * BYTES_PER_KIB * BYTES_PER_KIB / CHAIN_BYTES);
    AtomicReferenceArray<Link> filled = new AtomicReferenceArray<>(chains);
    for (int i = 0; i < chains; i++) {
      filled.set(i, chain((byte) i));
    }
    live = filled;
  }

  /** Returns whether a tick has anything to do. */
  boolean isNone() {
    return garbageKiB == 0 && liveMiB == 0;
  }

  /** Does what belongs to one tick of a battle. */
  void onTick() {
    long sum = 0;
    int chains = (int) ((long) garbageKiB * BYTES_PER_KIB / CHAIN_BYTES);
    long[] all = made.get();
    long before = all[0];
    all[0] += chains;
    for (int i = 0; i < chains; i++) {
      Link chain = chain((byte) i);
      sum += chain.data[0];
      if ((before + i) % SURVIVING == 0 && live.length() > 0) {
        live.set(slot(), chain);
      }
    }
    for (int i = 0; i < LOOKED_UP && live.length() > 0; i++) {
      for (Link link = live.get(slot()); link != null; link = link.next) {
        sum += link.data[0];
      }
    }
    seen = sum; // so that the compiler cannot leave the objects out
  }

  /** Returns how many chains are alive. */
  int chains() {
    return live.length();
  }

  /** Returns what the last tick saw; of no meaning. */
  long seen() {
    return seen;
  }

  /** Returns the first byte of a chain, which tells when it was made. */
  byte first(int chain) {
    return live.get(chain).data[0];
  }

  private int slot() {
    return (int) Math.floorMod(random.getAsLong(), (long) live.length());
  }

  private static Link chain(byte first) {
    Link chain = null;
    for (int i = 0; i < LINKS; i++) {
      chain = new Link(chain, first);
    }
    return chain;
  }
}
