package dev.jitterlab.agent;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;

/**
 * The tasks of the tick methods of one name, by receiver: by its identity, since {@code equals} is
 * the server's, and weakly, so that no object of the server lives longer for being watched.
 * Thread-safe. To find a task takes no lock and allocates nothing; to add one does.
 *
 * <p>A table with open addressing that only ever gains entries. When it is half full, the living
 * ones move to a new one; a reader of the old one that misses an entry looks again under the lock.
 */
final class WatchedTasks {
  /** Objects that live shorter than this many others are born are no tasks. */
  static final int MOST_TASKS = 65_536;

  private static final int SMALLEST_TABLE = 16;
  private static final int NEWCOMERS_PER_CLEANING = 1_024;

  private final int mostTasks;
  private final AtomicInteger turnedAway = new AtomicInteger();
  private volatile AtomicReferenceArray<Entry> entries = new AtomicReferenceArray<>(SMALLEST_TABLE);

  /** There were too many of them when last looked at. */
  private volatile boolean full;

  private volatile int used;
  private int created;

  /** Creates an empty table. */
  WatchedTasks(int mostTasks) {
    this.mostTasks = mostTasks;
  }

  /**
   * Returns the receiver's task, a new one at the first call; null if there are too many.
   *
   * @param newTask makes the task of a new receiver, the nth from 1
   */
  WatchedTask of(Object receiver, IntFunction<WatchedTask> newTask) {
    int hash = System.identityHashCode(receiver);
    WatchedTask found = find(entries, receiver, hash);
    if (found != null) {
      return found;
    }
    if (full && turnedAway.incrementAndGet() % NEWCOMERS_PER_CLEANING != 0) {
      return null;
    }
    return add(receiver, hash, newTask);
  }

  private static WatchedTask find(AtomicReferenceArray<Entry> table, Object receiver, int hash) {
    int mask = table.length() - 1;
    int at = hash & mask;
    for (Entry entry = table.get(at); entry != null; entry = table.get(at)) {
      if (entry.hash == hash && entry.get() == receiver) {
        return entry.task;
      }
      at = (at + 1) & mask;
    }
    return null;
  }

  private synchronized WatchedTask add(
      Object receiver, int hash, IntFunction<WatchedTask> newTask) {
    WatchedTask found = find(entries, receiver, hash);
    if (found != null) {
      return found;
    }
    boolean atBound = full || used >= mostTasks;
    if (atBound || 2 * (used + 1) > entries.length()) {
      int living = moveTheLiving();
      full = atBound && living > mostTasks / 4 * 3; // else every newcomer would move them all
      if (full) {
        return null;
      }
    }
    WatchedTask task = newTask.apply(++created);
    put(entries, new Entry(receiver, hash, task));
    used++;
    return task;
  }

  /** Returns how many they are. */
  private int moveTheLiving() {
    List<Entry> living = new ArrayList<>();
    for (int i = 0; i < entries.length(); i++) {
      Entry entry = entries.get(i);
      if (entry != null && entry.get() != null) {
        living.add(entry);
      }
    }
    int length = SMALLEST_TABLE;
    while (length < 4 * living.size()) {
      length *= 2;
    }
    AtomicReferenceArray<Entry> after = new AtomicReferenceArray<>(length);
    living.forEach(entry -> put(after, entry));
    entries = after;
    used = living.size();
    return used;
  }

  /** Returns all that are kept. */
  List<WatchedTask> all() {
    AtomicReferenceArray<Entry> table = entries;
    List<WatchedTask> all = new ArrayList<>();
    for (int i = 0; i < table.length(); i++) {
      Entry entry = table.get(i);
      if (entry != null) {
        all.add(entry.task);
      }
    }
    return all;
  }

  private static void put(AtomicReferenceArray<Entry> table, Entry entry) {
    int mask = table.length() - 1;
    int at = entry.hash & mask;
    while (table.get(at) != null) {
      at = (at + 1) & mask;
    }
    table.set(at, entry);
  }

  /** Returns how many tasks are kept; some of their receivers may be gone. */
  int size() {
    return used;
  }

  private static final class Entry extends WeakReference<Object> {
    final int hash;
    final WatchedTask task;

    Entry(Object receiver, int hash, WatchedTask task) {
      super(receiver);
      this.hash = hash;
      this.task = task;
    }
  }
}
