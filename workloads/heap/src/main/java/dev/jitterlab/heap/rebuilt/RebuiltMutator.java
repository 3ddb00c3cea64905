package dev.jitterlab.heap.rebuilt;

import java.util.concurrent.locks.Lock;

/**
 * One thread's way to a rebuilt heap: its thread-local heap, and its roots. An address is valid
 * until the next allocation of the thread; only roots are kept up to date. For one thread, between
 * {@link #enter} and {@link #leave}.
 */
public final class RebuiltMutator {
  private static final int MOST_COLLECTIONS = 3;

  /** The size of the chunk that the heap gave last; the heap writes it. */
  int taken;

  private final RebuiltHeap heap;
  private final Words words;
  private final Lock inside;
  private final int[] roots;
  private final int localWords;
  private int localAt;
  private int localEnd;
  private volatile long requests;
  private volatile long smallRequests;
  private volatile long directRequests;
  private volatile long refills;
  private volatile long refilledWords;

  RebuiltMutator(RebuiltHeap heap, Words words, int slots) {
    this.heap = heap;
    this.words = words;
    this.inside = heap.world.readLock();
    this.roots = new int[slots];
    this.localWords = heap.settings.localWords;
  }

  /** From here on a collection waits for this thread. */
  public void enter() {
    inside.lock();
  }

  /** Lets collections happen. */
  public void leave() {
    inside.unlock();
  }

  /**
   * Allocates an object; collections may happen meanwhile.
   *
   * @param size in words, header included
   * @param references how many of them are references; null at first
   * @return its address; 0 if the heap is full
   */
  public int allocate(int size, int references) {
    int own = 0; // of the collections since, those that this thread has made
    while (true) {
      long seen = heap.collections();
      int at = place(size);
      if (at != 0) {
        words.object(at, size, references);
        count(size);
        return at;
      }
      if (own == MOST_COLLECTIONS) {
        heap.gaveUp();
        return 0;
      }
      inside.unlock();
      try {
        if (heap.collect(seen, size, own > 0)) {
          own++;
        }
      } finally {
        inside.lock();
      }
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes, others read
  private void count(int size) {
    requests++;
    if (size <= FreeChunks.SMALL) {
      smallRequests++;
    }
  }

  private int place(int size) {
    if (localWords == 0 || size > Math.min(FreeChunks.SMALL, localWords)) {
      return direct(size);
    }
    if (localEnd - localAt < size && !refill(size)) {
      return 0;
    }
    int at = localAt;
    localAt += size;
    return at;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate")
  private int direct(int size) {
    int at = heap.take(this, size, false);
    if (at == 0) {
      return 0;
    }
    if (taken > size) {
      words.filler(at + size, taken - size);
    }
    directRequests++;
    return at;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate")
  private boolean refill(int least) {
    retire();
    int at = heap.take(this, least, true);
    if (at == 0) {
      return false;
    }
    localAt = at;
    localEnd = at + taken;
    refills++;
    refilledWords += taken;
    return true;
  }

  /** What is left of the thread-local heap is dead until the next sweep. */
  void retire() {
    if (localAt < localEnd) {
      words.filler(localAt, localEnd - localAt);
    }
    localAt = 0;
    localEnd = 0;
  }

  int[] roots() {
    return roots;
  }

  void forward(int[] addresses) {
    for (int i = 0; i < roots.length; i++) {
      roots[i] = addresses[roots[i]];
    }
  }

  /** What a root refers to; 0 for nothing. */
  public int root(int slot) {
    return roots[slot];
  }

  /** Makes a root refer to an object, or to nothing. */
  public void setRoot(int slot, int at) {
    roots[slot] = at;
  }

  /** What a reference of an object refers to; 0 for nothing. */
  public int reference(int object, int index) {
    return (int) words.memory[object + 1 + index];
  }

  /** Makes a reference of an object refer to another, or to nothing. */
  public void setReference(int object, int index, int at) {
    words.memory[object + 1 + index] = at;
  }

  long requests() {
    return requests;
  }

  long smallRequests() {
    return smallRequests;
  }

  long directRequests() {
    return directRequests;
  }

  long refills() {
    return refills;
  }

  long refilledWords() {
    return refilledWords;
  }
}
