package dev.jitterlab.heap.rebuilt;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongSupplier;

/**
 * A heap with one lock, free lists and a collector that stops all threads and marks and sweeps with
 * one. Threads allocate through {@link #mutator}; what is in a mutator's roots lives.
 *
 * <p>A collection begins when a request finds no chunk. If no chunk is large enough after the sweep
 * either, the live objects are moved together. Some free space at the end is kept out of the lists:
 * a request that comes soon after a collection and finds no chunk is served there instead.
 */
public final class RebuiltHeap {
  private static final int MOST_RESERVE = (3 << 20) / Long.BYTES;

  /** A collection is not worth while before this share of the heap has been allocated. */
  private static final double PROGRESS = 0.05;

  final ReentrantReadWriteLock world = new ReentrantReadWriteLock();
  final RebuiltSettings settings;

  private final ReentrantLock lock = new ReentrantLock();
  private final LongSupplier clock;
  private final Words words;
  private final Marks marks;
  private final FreeChunks chunks;
  private final List<RebuiltMutator> mutators = new ArrayList<>();
  private final LongestLately recentCompactions = new LongestLately();
  private int[] forward = new int[0];
  private int reserveAt;
  private long takenSince;
  private long lastEndNs;

  private volatile long collections;
  private long compactions;
  private long compactionsForLarge;
  private long compactedWords;
  private long markNs;
  private long sweepNs;
  private long compactNs;
  private long longestCompactNs;
  private long runningNs;
  private long heldNs;
  private long liveWords;
  private long growthSteps;
  private long fromReserve;
  private long exhausted;

  /**
   * Makes an empty one.
   *
   * @param clock in nanoseconds
   */
  public RebuiltHeap(RebuiltSettings settings, LongSupplier clock) {
    this.settings = settings;
    this.clock = clock;
    this.words = new Words(settings.words, settings.firstWords);
    this.marks = new Marks(settings.words);
    this.chunks = new FreeChunks(words, settings);
    this.lastEndNs = clock.getAsLong();
    rest(1);
  }

  /** A thread's way to it; before any allocates. */
  public RebuiltMutator mutator(int slots) {
    RebuiltMutator mutator = new RebuiltMutator(this, words, slots);
    mutators.add(mutator);
    return mutator;
  }

  /** Takes a chunk for a mutator; 0 if there is none. The size is {@link RebuiltMutator#taken}. */
  int take(RebuiltMutator mutator, int least, boolean isLocal) {
    lock.lock();
    long fromNs = clock.getAsLong();
    try {
      int at = isLocal ? chunks.takeLocal(least) : chunks.take(least);
      if (at == 0 && takenSince < PROGRESS * words.end && words.end - reserveAt >= least) {
        at = reserveAt;
        reserveAt += least;
        mutator.taken = least;
        fromReserve++;
        if (reserveAt < words.end) {
          words.filler(reserveAt, words.end - reserveAt);
        }
      } else if (at != 0) {
        mutator.taken = chunks.foundWords();
      }
      takenSince += at == 0 ? 0 : mutator.taken;
      return at;
    } finally {
      heldNs += clock.getAsLong() - fromNs;
      lock.unlock();
    }
  }

  /** The size that a refill needs at least. */
  private int refillWords() {
    boolean any = settings.lists == Lists.VARIABLE && !settings.localFixed;
    return any ? FreeChunks.SMALL : settings.localWords;
  }

  long collections() {
    return collections;
  }

  /**
   * Collects, unless somebody has since the caller looked. The caller has left the world.
   *
   * @param seen how many collections there were when the request failed
   * @param size of the request, in words
   * @param again whether a collection without moving has not helped it
   * @return whether this call has collected
   */
  boolean collect(long seen, int size, boolean again) {
    world.writeLock().lock();
    try {
      if (collections != seen) {
        return false;
      }
      collect(size, again);
      return true;
    } finally {
      world.writeLock().unlock();
    }
  }

  /** A request that found nothing even after a collection. */
  void gaveUp() {
    lock.lock();
    try {
      exhausted++;
    } finally {
      lock.unlock();
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // while the world stands
  private void collect(int size, boolean again) {
    boolean isLarge = size > FreeChunks.SMALL;
    int needed = isLarge ? size : Math.max(size, refillWords());
    long beginNs = clock.getAsLong();
    long ranNs = beginNs - lastEndNs;
    mutators.forEach(RebuiltMutator::retire);
    marks.clear(words.end);
    liveWords = marks.mark(words, roots());
    long markedNs = clock.getAsLong();
    chunks.clear();
    int largest = settings.sweep == SweepWay.BITS ? sweepBits() : sweepObjects();
    long sweptNs = clock.getAsLong();
    boolean due = settings.compactEvery > 0 && (collections + 1) % settings.compactEvery == 0;
    if (due || again || largest < needed) {
      compact();
      long compactedNs = clock.getAsLong() - sweptNs;
      compactNs += compactedNs;
      longestCompactNs = Math.max(longestCompactNs, compactedNs);
      recentCompactions.add(sweptNs + compactedNs, compactedNs);
      compactions++;
      compactionsForLarge += isLarge && !due ? 1 : 0;
    }
    chunks.swept();
    long endNs = clock.getAsLong();
    grow(endNs - beginNs, ranNs, needed);
    markNs += markedNs - beginNs;
    sweepNs += sweptNs - markedNs;
    runningNs += ranNs;
    takenSince = 0;
    lastEndNs = endNs;
    collections++;
  }

  private List<int[]> roots() {
    List<int[]> roots = new ArrayList<>();
    mutators.forEach(mutator -> roots.add(mutator.roots()));
    return roots;
  }

  /** Returns the largest free piece. */
  private int sweepObjects() {
    int largest = 0;
    int free = 1;
    int at = 1;
    while (at < words.end) {
      int size = words.size(at);
      if (!words.isFree(at) && marks.isSet(at)) {
        largest = Math.max(largest, at - free);
        gap(free, at);
        free = at + size;
      }
      at += size;
    }
    rest(free);
    return Math.max(largest, words.end - free);
  }

  private int sweepBits() {
    int threshold = chunks.threshold();
    int largest = 0;
    int free = 1;
    int at = marks.next(1, words.end);
    while (at < words.end) {
      largest = Math.max(largest, at - free);
      gap(free, at);
      int next = marks.next(at + 1, words.end);
      while (next < words.end && next - at <= threshold) {
        at = next; // too near for a piece that counts: not looked at
        next = marks.next(at + 1, words.end);
      }
      free = at + words.size(at);
      at = next;
    }
    rest(free);
    return Math.max(largest, words.end - free);
  }

  private void gap(int from, int to) {
    if (to > from) {
      chunks.append(from, to - from);
    }
  }

  /** The end of the heap: the last of it is kept out of the lists. */
  private void rest(int from) {
    int wanted = (int) Math.min(MOST_RESERVE, settings.reserve * words.end);
    reserveAt = Math.max(from, words.end - wanted);
    if (reserveAt - from < chunks.threshold()) {
      reserveAt = from; // nothing between that would count
    }
    gap(from, reserveAt);
    if (reserveAt < words.end) {
      words.filler(reserveAt, words.end - reserveAt);
    }
  }

  private void compact() {
    if (forward.length < words.end) {
      forward = new int[words.end];
    }
    int to = 1;
    for (int at = marks.next(1, words.end);
        at < words.end;
        at = marks.next(at + words.size(at), words.end)) {
      forward[at] = to;
      to += words.size(at);
    }
    mutators.forEach(mutator -> mutator.forward(forward));
    int end = words.end;
    for (int at = marks.next(1, end); at < end; ) {
      int size = words.size(at);
      int references = words.references(at);
      for (int i = 1; i <= references; i++) {
        words.memory[at + i] = forward[(int) words.memory[at + i]];
      }
      int next = marks.next(at + size, end);
      if (forward[at] != at) {
        System.arraycopy(words.memory, at, words.memory, forward[at], size);
        compactedWords += size;
      }
      at = next;
    }
    chunks.clear();
    rest(to);
  }

  private void grow(long gcNs, long ranNs, int needed) {
    int end = words.end;
    long free = chunks.freeWords() + end - reserveAt;
    long wanted = end;
    if (settings.growth == Growth.GC_TIME && gcNs > settings.gcTimeRatio * ranNs) {
      wanted = Math.round(end * (1 + settings.growthStep));
    }
    if (settings.growth != Growth.NONE && free < settings.freeGoal * end) {
      // Both rules keep that share free; only the one by time grows by its whole step for it.
      long toGoal = Math.round((end - free) / (1 - settings.freeGoal));
      wanted =
          Math.max(
              wanted,
              settings.growth == Growth.GC_TIME
                  ? Math.max(toGoal, Math.round(end * (1 + settings.growthStep)))
                  : toGoal);
    }
    if (settings.growth != Growth.NONE && free < 2L * needed) {
      wanted = Math.max(wanted, end + 2L * needed);
    }
    int now = (int) Math.min(words.memory.length, wanted);
    if (now - end >= 2 * FreeChunks.SMALL) {
      chunks.append(reserveAt, now - reserveAt); // the reserve becomes a part of that piece
      words.end = now;
      reserveAt = now;
      growthSteps++;
    }
  }

  /** Throws if an object that the roots reach was harmed; the world must stand. */
  void verify() {
    Marks reached = new Marks(words.memory.length);
    reached.mark(words, roots());
    for (int at = reached.next(1, words.end);
        at < words.end;
        at = reached.next(at + 1, words.end)) {
      if (!words.isWhole(at)) {
        throw new IllegalStateException("the object at word " + at + " was harmed");
      }
    }
  }

  /** What it has done so far; waits for a collection that is under way. */
  public RebuiltFigures figures() {
    world.readLock().lock();
    lock.lock();
    try {
      RebuiltFigures figures = new RebuiltFigures();
      figures.collections = collections;
      figures.compactions = compactions;
      figures.compactionsForLarge = compactionsForLarge;
      figures.compactedBytes = compactedWords * Long.BYTES;
      figures.runningSeconds = seconds(runningNs);
      figures.markSeconds = seconds(markNs);
      figures.sweepSeconds = seconds(sweepNs);
      figures.compactSeconds = seconds(compactNs);
      figures.longestCompactionSeconds = seconds(longestCompactNs);
      figures.recentCompactionSeconds = seconds(recentCompactions.longestNs(clock.getAsLong()));
      figures.lockHeldSeconds = seconds(heldNs);
      figures.chunksVisited = chunks.visited();
      figures.searches = chunks.searches();
      figures.sizeBytes = (long) words.end * Long.BYTES;
      figures.liveBytes = liveWords * Long.BYTES;
      figures.growthSteps = growthSteps;
      figures.fromReserve = fromReserve;
      figures.exhausted = exhausted;
      for (RebuiltMutator mutator : mutators) {
        figures.requests += mutator.requests();
        figures.smallRequests += mutator.smallRequests();
        figures.directRequests += mutator.directRequests();
        figures.refills += mutator.refills();
        figures.refilledBytes += mutator.refilledWords() * Long.BYTES;
      }
      return figures;
    } finally {
      lock.unlock();
      world.readLock().unlock();
    }
  }

  private static double seconds(long ns) {
    return ns / (double) TimeUnit.SECONDS.toNanos(1);
  }
}
