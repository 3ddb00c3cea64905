package dev.jitterlab.heap;

import dev.jitterlab.heap.rebuilt.RebuiltFigures;
import dev.jitterlab.heap.rebuilt.RebuiltHeap;
import dev.jitterlab.heap.rebuilt.RebuiltMutator;
import dev.jitterlab.heap.rebuilt.RebuiltSettings;
import dev.jitterlab.program.DaemonThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Threads that allocate in a rebuilt heap as fast as they can and keep a live set in it, from
 * {@link #start} to {@link #end}. Requests come in the same order for the same seed, whatever the
 * heap does.
 *
 * <p>The live set is chains: a root refers to the newest object of each, and marking has to follow
 * the rest. What is kept makes a chain longer until it has its length; then it replaces another,
 * the oldest or any, which dies as a whole. No object refers to another chain, so that nothing that
 * was replaced stays alive. Objects of the large size die at once.
 */
final class RebuiltWork {
  private static final int AT_ONCE = 64;
  private static final long ENDING_MS = TimeUnit.SECONDS.toMillis(3);

  /** To the object that was kept before, and to the one before that. */
  private static final int REFERENCES = 2;

  /** How many objects a chain has. */
  static final int CHAIN = 8;

  /** What the share that is kept is counted in. */
  private static final int WHOLE = 1 << 20;

  private final RebuiltHeap heap;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
  private volatile boolean lasts = true;

  /** How the live set is kept, and of what. */
  static final class Shape {
    int threads = 1;
    long liveBytes = 8 << 20;
    int objectBytes = 64;
    int largeBytes;
    int largeOneIn;
    double kept = 0.2;
    Order order = Order.RANDOM;
    long seed = 1;
  }

  /**
   * Makes one that has not started.
   *
   * @throws IllegalArgumentException if large objects are wanted that have no bytes
   */
  RebuiltWork(RebuiltSettings settings, Shape shape) {
    if (shape.largeOneIn > 0 && shape.largeBytes == 0) {
      throw new IllegalArgumentException(
          "--large-one-in="
              + shape.largeOneIn
              + " asks for large objects, and --large-kb=0 gives them no bytes: set --large-kb to"
              + " 1 or more, or leave --large-one-in out");
    }
    heap = new RebuiltHeap(settings, System::nanoTime);
    double objects = shape.liveBytes / (SizeMix.meanWords(shape.objectBytes) * Long.BYTES);
    int chains = Math.max(1, (int) (objects / CHAIN / shape.threads));
    ThreadFactory daemons = DaemonThreads.numbered("mutator-");
    for (int i = 0; i < shape.threads; i++) {
      RebuiltMutator mutator = heap.mutator(chains + 1);
      SizeMix sizes =
          new SizeMix(
              shape.objectBytes, shape.largeBytes, shape.largeOneIn, shape.seed + 1_000L * i);
      int kept = (int) Math.round(shape.kept * WHOLE);
      threads.add(daemons.newThread(() -> work(mutator, sizes, chains, kept, shape.order)));
    }
  }

  void start() {
    threads.forEach(Thread::start);
  }

  /** Whether a thread has found an object harmed or the heap full; null for none. */
  RuntimeException failure() {
    return failure.get();
  }

  RebuiltFigures figures() {
    return heap.figures();
  }

  private void work(RebuiltMutator mutator, SizeMix sizes, int chains, int kept, Order order) {
    try {
      int filled = 0; // chains
      int length = 0; // of the one that grows
      int growing = chains; // the last root
      int oldest = 0;
      while (lasts) {
        mutator.enter();
        try {
          for (int i = 0; i < AT_ONCE; i++) {
            int size = sizes.words();
            int at = mutator.allocate(size, REFERENCES);
            if (at == 0) {
              throw new IllegalStateException(
                  "the rebuilt heap is full: set a smaller live-mb or a larger rebuilt-mb");
            }
            boolean isKept = filled < chains || sizes.random(WHOLE) < kept;
            if (!isKept || sizes.isLarge()) {
              continue;
            }
            int before = mutator.root(growing);
            if (before != 0) {
              mutator.setReference(at, 0, before);
              mutator.setReference(at, 1, mutator.reference(before, 0));
            }
            mutator.setRoot(growing, at);
            if (++length == CHAIN) {
              if (filled < chains) {
                mutator.setRoot(filled++, at);
              } else if (order == Order.OLDEST) {
                mutator.setRoot(oldest, at);
                oldest = (oldest + 1) % chains;
              } else {
                mutator.setRoot(sizes.random(chains), at);
              }
              mutator.setRoot(growing, 0);
              length = 0;
            }
          }
        } finally {
          mutator.leave();
        }
      }
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
    }
  }

  /** Ends the threads. */
  void end() throws InterruptedException {
    lasts = false;
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ENDING_MS);
    for (Thread thread : threads) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
      thread.join(Math.max(1, leftMs));
    }
  }
}
