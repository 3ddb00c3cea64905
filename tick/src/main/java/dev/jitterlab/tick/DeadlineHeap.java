package dev.jitterlab.tick;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A worker's tasks in a binary heap, the one with the earliest {@link OwnedTask#keyNs} first; keys
 * are compared by difference. Changed by its worker only. Other workers may look through it and see
 * any mixture of what it was and is, but only whole tasks. It grows and never shrinks; otherwise
 * nothing is allocated.
 */
final class DeadlineHeap {
  private static final int INITIAL_CAPACITY = 64;

  private volatile AtomicReferenceArray<OwnedTask> slots =
      new AtomicReferenceArray<>(INITIAL_CAPACITY);
  private volatile int size;

  int size() {
    return size;
  }

  /** Returns the task with the earliest key; null if there is none. */
  OwnedTask first() {
    return slots.getPlain(0);
  }

  /** Returns a task for a look from outside; may be null for an index below {@link #size}. */
  OwnedTask peek(int index) {
    AtomicReferenceArray<OwnedTask> seen = slots;
    return index < seen.length() ? seen.getAcquire(index) : null;
  }

  /**
   * For a look from outside: tells of the tasks that were ready by a time. Below one that is free
   * and overdue there is none that has waited for longer, so it goes no deeper there.
   */
  void findOverdue(Overdue found, long limitNs, long endNs) {
    findOverdue(0, found, limitNs, endNs);
  }

  private void findOverdue(int index, Overdue found, long limitNs, long endNs) {
    OwnedTask task = index < size ? peek(index) : null;
    if (task == null) {
      return;
    }
    long keyNs = task.keyNs; // as old as may be: it is a hint, as all here
    if (keyNs - limitNs > 0) {
      found.seeLater(keyNs);
    } else if (!found.see(task, limitNs, endNs)) {
      findOverdue(2 * index + 1, found, limitNs, endNs);
      findOverdue(2 * index + 2, found, limitNs, endNs);
    }
  }

  /** Adds a task, or moves one that is in the heap to where its new key belongs. */
  void put(OwnedTask task, long keyNs) {
    task.keyNs = keyNs;
    int index = task.heapIndex;
    if (index < 0) {
      index = size;
      if (index == slots.length()) {
        grow();
      }
      size = index + 1;
    }
    sift(index, task);
  }

  /** Takes a task out; does nothing if it is not in the heap. */
  void remove(OwnedTask task) {
    int index = task.heapIndex;
    if (index < 0) {
      return;
    }
    task.heapIndex = -1;
    int last = size - 1;
    OwnedTask moved = slots.getPlain(last);
    slots.setRelease(last, null);
    size = last;
    if (index != last) {
      sift(index, moved);
    }
  }

  private void sift(int index, OwnedTask task) {
    int up = siftUp(index, task);
    set(up == index ? siftDown(index, task) : up, task);
  }

  private int siftUp(int from, OwnedTask task) {
    int index = from;
    while (index > 0) {
      int parent = (index - 1) >>> 1;
      OwnedTask above = slots.getPlain(parent);
      if (above.keyNs - task.keyNs <= 0) {
        break;
      }
      set(index, above);
      index = parent;
    }
    return index;
  }

  private int siftDown(int from, OwnedTask task) {
    int index = from;
    int end = size;
    while (2 * index + 1 < end) {
      int child = 2 * index + 1;
      if (child + 1 < end && slots.getPlain(child + 1).keyNs - slots.getPlain(child).keyNs < 0) {
        child++;
      }
      OwnedTask below = slots.getPlain(child);
      if (task.keyNs - below.keyNs <= 0) {
        break;
      }
      set(index, below);
      index = child;
    }
    return index;
  }

  private void set(int index, OwnedTask task) {
    slots.setRelease(index, task);
    task.heapIndex = index;
  }

  private void grow() {
    AtomicReferenceArray<OwnedTask> smaller = slots;
    AtomicReferenceArray<OwnedTask> larger = new AtomicReferenceArray<>(2 * smaller.length());
    for (int i = 0; i < smaller.length(); i++) {
      larger.setPlain(i, smaller.getPlain(i));
    }
    slots = larger;
  }
}
