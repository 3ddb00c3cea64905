package dev.jitterlab.tick;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongConsumer;

/**
 * The tasks of the {@code lockless} scheduler that nobody runs, the one with the earliest deadline
 * first: the only thing that its workers share (LEARS, section III.A). Lock-free; allocates only
 * when there are more tasks than ever before, and keeps that memory.
 *
 * <p>A task has one slot from its start to its end. {@link #claim} takes it out of the order and is
 * the right to run it; {@link #put} gives it back, and what was done before happens before the next
 * claim.
 */
final class DueTasks {
  /** What {@link #first} found; every worker has its own. */
  static final class Found {
    private int slot;
    private long key;

    /** When it is due. */
    long dueNs;
  }

  /** As many tasks as a tree has leaves. */
  private static final class Block {
    final DeadlineTree tree;
    final AtomicReferenceArray<LocklessTask> tasks;

    /** The free slot below this free slot. */
    final AtomicIntegerArray freeBelow;

    Block(int levels) {
      tree = new DeadlineTree(levels);
      tasks = new AtomicReferenceArray<>(tree.leaves());
      freeBelow = new AtomicIntegerArray(tree.leaves());
    }
  }

  /** 4,096 tasks a block: {@link #first} looks at every block. */
  private static final int LEVELS = 4;

  private static final int NO_SLOT = -1;
  private static final long SLOT_MASK = 0xFFFF_FFFFL;

  private final long originNs;
  private final int levels;
  private final int blockSize;
  private final LongConsumer putBack;
  private final AtomicReference<Block[]> blocks;
  private final AtomicInteger unusedFrom = new AtomicInteger();

  /** A stack of free slots: the top one, and above it a number that no two changes share. */
  private final AtomicLong free = new AtomicLong(NO_SLOT & SLOT_MASK);

  /**
   * Creates an empty order of deadlines that are not 292 years away from {@code originNs}.
   *
   * @param putBack is told when a task is due that was out of the order for a moment although
   *     nobody was to run it: a worker that looked in that moment did not see it
   */
  DueTasks(long originNs, LongConsumer putBack) {
    this(originNs, LEVELS, putBack);
  }

  /** Creates one that grows by {@code 8^levels} tasks. */
  DueTasks(long originNs, int levels, LongConsumer putBack) {
    this.originNs = originNs;
    this.levels = levels;
    this.putBack = putBack;
    Block first = new Block(levels);
    this.blockSize = first.tree.leaves();
    this.blocks = new AtomicReference<>(new Block[] {first});
  }

  /** Takes in a new task. */
  void add(LocklessTask task) {
    task.isIn(this, takeSlot());
    block(task.slot).tasks.set(leaf(task.slot), task);
    put(task);
  }

  /** Gives back a claimed task, to be run when it is due; one that was stopped is let go of. */
  void put(LocklessTask task) {
    block(task.slot).tree.put(leaf(task.slot), task.deadlineNs() - originNs);
    if (task.isStopped()) { // after it was put back: who stops it now finds it
      forget(task);
    }
  }

  /**
   * Lets go of a stopped task, unless somebody has claimed it: who runs it lets go of it, and who
   * puts it back sees that it is stopped. Any thread.
   */
  void forget(LocklessTask task) {
    Block block = block(task.slot);
    int leaf = leaf(task.slot);
    long key = block.tree.key(leaf); // first: with the next owner of the slot it seldom fits
    if (key != DeadlineTree.NONE && block.tasks.get(leaf) == task) {
      forget(task, key);
    }
  }

  /** The same of a task that had that key. Another task may have its slot by now, and that key. */
  void forget(LocklessTask task, long key) {
    Block block = block(task.slot);
    int leaf = leaf(task.slot);
    if (!block.tree.claim(leaf, key)) {
      return;
    }
    LocklessTask claimed = block.tasks.get(leaf);
    if (claimed == task) {
      remove(task);
      return;
    }
    long dueNs = claimed.deadlineNs(); // before others may run it
    put(claimed);
    putBack.accept(dueNs);
  }

  /** Lets go of a claimed task for good. */
  void remove(LocklessTask task) {
    block(task.slot).tasks.set(leaf(task.slot), null);
    giveSlot(task.slot);
  }

  /** Looks for the task that is due first; false if there is none. */
  boolean first(Found found) {
    Block[] all = blocks.get();
    found.slot = NO_SLOT;
    found.key = DeadlineTree.NONE;
    for (int i = 0; i < all.length; i++) {
      DeadlineTree tree = all[i].tree;
      int leaf = tree.first();
      while (leaf >= 0) {
        long key = tree.key(leaf);
        if (key != DeadlineTree.NONE) {
          if (key < found.key) {
            found.slot = i * blockSize + leaf;
            found.key = key;
          }
          break;
        }
        leaf = tree.first();
      }
    }
    found.dueNs = originNs + found.key;
    return found.slot != NO_SLOT;
  }

  /** Takes what was found out of the order; null if somebody else was faster. */
  LocklessTask claim(Found found) {
    Block block = block(found.slot);
    int leaf = leaf(found.slot);
    return block.tree.claim(leaf, found.key) ? block.tasks.get(leaf) : null;
  }

  /** Returns how many slots were ever needed. */
  int slots() {
    return unusedFrom.get();
  }

  /** Stops every task, whoever runs it. */
  void stopAll() {
    for (Block block : blocks.get()) {
      for (int leaf = 0; leaf < blockSize; leaf++) {
        LocklessTask task = block.tasks.get(leaf);
        if (task != null) {
          task.end(TaskEnd.Reason.CLOSED, null);
        }
      }
    }
  }

  private int takeSlot() {
    long top = free.get();
    while ((int) top != NO_SLOT) {
      int slot = (int) top;
      int below = block(slot).freeBelow.get(leaf(slot));
      if (free.compareAndSet(top, changed(top, below))) {
        return slot;
      }
      top = free.get();
    }
    int slot;
    do {
      slot = unusedFrom.get();
      growTo(slot / blockSize + 1); // first: if there is no memory for it, no slot is lost
    } while (!unusedFrom.compareAndSet(slot, slot + 1));
    return slot;
  }

  private void giveSlot(int slot) {
    long top;
    do {
      top = free.get();
      block(slot).freeBelow.set(leaf(slot), (int) top);
    } while (!free.compareAndSet(top, changed(top, slot)));
  }

  private static long changed(long top, int slot) {
    return ((top >>> Integer.SIZE) + 1) << Integer.SIZE | (slot & SLOT_MASK);
  }

  private void growTo(int size) {
    Block[] before = blocks.get();
    while (before.length < size) {
      Block[] after = Arrays.copyOf(before, before.length + 1);
      after[before.length] = new Block(levels);
      before = blocks.compareAndSet(before, after) ? after : blocks.get();
    }
  }

  private Block block(int slot) {
    return blocks.get()[slot / blockSize];
  }

  private int leaf(int slot) {
    return slot % blockSize;
  }
}
