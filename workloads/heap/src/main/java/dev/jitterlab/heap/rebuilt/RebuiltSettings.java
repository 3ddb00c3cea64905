package dev.jitterlab.heap.rebuilt;

/** How a rebuilt heap works. Sizes are in words of eight bytes. For one thread until it is used. */
public final class RebuiltSettings {
  /** Its largest size. */
  int words = 8 << 20;

  /** Its size at the beginning. */
  int firstWords = 8 << 20;

  /** How free chunks are kept. */
  Lists lists = Lists.VARIABLE;

  /** In which order chunks are searched. */
  ChunkOrder placement = ChunkOrder.ADDRESS;

  /** The wanted size of a thread-local heap; 0 for none: each request takes the lock. */
  int localWords = 768;

  /** Whether all thread-local heaps have that size, where the lists would give other sizes. */
  boolean localFixed;

  /** How dead objects are found. */
  SweepWay sweep = SweepWay.BITS;

  /** Every how many collections it compacts; 0 for only when a request finds no chunk. */
  int compactEvery;

  /** The share of the heap that is kept for requests that find no chunk; at most 3 MiB. */
  double reserve = 0.05;

  /** When it grows. */
  Growth growth = Growth.NONE;

  /** Collecting by running time, above which it grows. */
  double gcTimeRatio = 0.13;

  /** By how much it grows then. */
  double growthStep = 0.17;

  /** The share that is to be free. */
  double freeGoal = 0.25;

  /** Sets the size in bytes, at the beginning and at most. */
  public RebuiltSettings size(long firstBytes, long mostBytes) {
    firstWords = Math.toIntExact(firstBytes / Long.BYTES);
    words = Math.toIntExact(mostBytes / Long.BYTES);
    return this;
  }

  /** Sets how free chunks are kept, and the thread-local heaps. */
  public RebuiltSettings lists(Lists kind, int localBytes, boolean fixed) {
    lists = kind;
    localWords = localBytes / Long.BYTES;
    localFixed = fixed;
    return this;
  }

  /** Sets in which order chunks are searched. */
  public RebuiltSettings placement(ChunkOrder order) {
    placement = order;
    return this;
  }

  /** Sets how it collects. */
  public RebuiltSettings collection(SweepWay kind, int every, double reserved) {
    sweep = kind;
    compactEvery = every;
    reserve = reserved;
    return this;
  }

  /** Sets how it grows. */
  public RebuiltSettings growth(Growth kind, double ratio, double step) {
    growth = kind;
    gcTimeRatio = ratio;
    growthStep = step;
    return this;
  }
}
