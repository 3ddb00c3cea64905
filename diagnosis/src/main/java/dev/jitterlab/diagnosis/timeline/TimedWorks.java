package dev.jitterlab.diagnosis.timeline;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Ticks and requests, column by column: there may be millions, and as many objects would fill the
 * memory and keep the garbage collector busy. {@link #get} makes the object anew each time. All
 * times of a work are kept as distances from its start. Not thread-safe while works are added.
 */
public final class TimedWorks extends AbstractList<TimedWork> implements RandomAccess {
  private static final TimedWork.Kind[] KINDS = TimedWork.Kind.values();
  private static final int LATE = 1;
  private static final int REMOVED = 2;
  private static final int KIND_SHIFT = 2;

  private long[] starts = new long[64];
  private int[] tasks = new int[64];
  private byte[] flags = new byte[64];
  private final CompactNumbers waits = new CompactNumbers();
  private final CompactNumbers lengths = new CompactNumbers();
  private final CompactNumbers indexes = new CompactNumbers();
  private final CompactNumbers threads = new CompactNumbers();
  private final CompactNumbers runQueues = new CompactNumbers();
  private final CompactNumbers cpus = new CompactNumbers();
  private final CompactNumbers executionRunQueues = new CompactNumbers();
  private final CompactNumbers totals = new CompactNumbers();
  private final CompactNumbers periods = new CompactNumbers();
  private final CompactNumbers loadLates = new CompactNumbers();
  private final CompactNumbers answered = new CompactNumbers();
  private final List<String> taskNames = new ArrayList<>();
  private final Map<String, Integer> taskNumbers = new HashMap<>();

  /** By the number of a task, that of the one that came behind it. */
  private int[] behind = new int[64];

  private int lastTaskNumber = -1;
  private int rows;
  private int removed;

  /** The rows in the order of the list; null if that is the order in which they were added. */
  private int[] order;

  /** Adds a work behind the others. */
  public void append(TimedWork work) {
    append(
        work.kind(),
        work.task(),
        work.index(),
        work.thread(),
        work.dueNs(),
        work.startNs(),
        work.endNs(),
        work.late(),
        work.runQueueNs(),
        work.cpuNs(),
        work.executionRunQueueNs(),
        work.total().ns(),
        work.total().periodNs());
    loadLates.set(rows - 1, work.loadLateNs());
    answered.set(rows - 1, work.answeredNs());
  }

  /** The same of what a {@link TimedWork} has. */
  public void append(
      TimedWork.Kind kind,
      String task,
      long index,
      long thread,
      long dueNs,
      long startNs,
      long endNs,
      boolean late,
      long runQueueNs,
      long cpuNs,
      long executionRunQueueNs,
      long totalNs,
      long periodNs) {
    if (rows == starts.length) {
      int length = Math.max(64, rows + (rows >> 1));
      starts = Arrays.copyOf(starts, length);
      tasks = Arrays.copyOf(tasks, length);
      flags = Arrays.copyOf(flags, length);
    }
    int row = rows++;
    starts[row] = startNs;
    tasks[row] = number(task);
    flags[row] = (byte) (kindNumber(kind) << KIND_SHIFT | (late ? LATE : 0));
    waits.set(row, startNs - dueNs);
    lengths.set(row, endNs - startNs);
    indexes.set(row, index);
    threads.set(row, thread);
    runQueues.set(row, runQueueNs);
    cpus.set(row, cpuNs);
    executionRunQueues.set(row, executionRunQueueNs);
    totals.set(row, totalNs);
    periods.set(row, periodNs);
    order = null;
  }

  private static int kindNumber(TimedWork.Kind kind) {
    return switch (kind) {
      case TICK -> 0;
      case REQUEST -> 1;
    };
  }

  /**
   * Equal names, one number. Tasks mostly come in turn: the one that came behind the last one
   * before is looked at first.
   */
  @SuppressWarnings("ReferenceEquality") // equal ones are found by the map
  private int number(String task) {
    if (lastTaskNumber >= 0) {
      int likely = behind[lastTaskNumber];
      if (taskNames.get(likely) == task) {
        lastTaskNumber = likely;
        return likely;
      }
    }
    Integer known = taskNumbers.putIfAbsent(task, taskNames.size());
    int number = known == null ? taskNames.size() : known;
    if (known == null) {
      taskNames.add(task);
      if (number == behind.length) {
        behind = Arrays.copyOf(behind, 2 * number);
      }
    }
    if (lastTaskNumber >= 0) {
      behind[lastTaskNumber] = number;
    }
    lastTaskNumber = number;
    return number;
  }

  private int row(int at) {
    return order == null ? at : order[at];
  }

  @Override
  public int size() {
    return order == null ? rows : order.length;
  }

  @Override
  public TimedWork get(int at) {
    if (at < 0 || at >= size()) {
      throw new IndexOutOfBoundsException(at);
    }
    int row = row(at);
    long start = starts[row];
    long totalNs = totals.get(row);
    long periodNs = periods.get(row);
    return new TimedWork(
        KINDS[flags[row] >> KIND_SHIFT],
        taskNames.get(tasks[row]),
        indexes.get(row),
        threads.get(row),
        start - waits.get(row),
        start,
        start + lengths.get(row),
        (flags[row] & LATE) != 0,
        runQueues.get(row),
        cpus.get(row),
        executionRunQueues.get(row),
        totalNs == 0 && periodNs == 0
            ? TimedWork.Total.UNKNOWN
            : new TimedWork.Total(totalNs, periodNs),
        loadLates.get(row),
        answered.get(row));
  }

  /** When it began. */
  public long startNs(int at) {
    return starts[row(at)];
  }

  /** When its window begins, as {@link TimedWork#fromNs()} says. */
  public long fromNs(int at) {
    int row = row(at);
    return Math.min(starts[row], starts[row] - waits.get(row));
  }

  /** When the first of them was due or began; 0 if there is none. */
  public long firstNs() {
    return IntStream.range(0, size()).mapToLong(this::fromNs).min().orElse(0);
  }

  /** When the last of them was done; 0 if there is none. */
  public long lastNs() {
    return IntStream.range(0, size()).mapToLong(this::endNs).max().orElse(0);
  }

  /** When it was done. */
  public long endNs(int at) {
    int row = row(at);
    return starts[row] + lengths.get(row);
  }

  /** When its thread was done with it, as {@link TimedWork#threadEndNs()} says. */
  public long threadEndNs(int at) {
    return endNs(at) - answered.get(row(at));
  }

  /** From its start to its end. */
  public long executionNs(int at) {
    return lengths.get(row(at));
  }

  /** Its CPU time; {@link TimedWork#NOT_READ} if unknown. */
  public long cpuNs(int at) {
    return cpus.get(row(at));
  }

  /** What it is. */
  public TimedWork.Kind kind(int at) {
    return KINDS[flags[row(at)] >> KIND_SHIFT];
  }

  /** The number of its task among all tasks. */
  public int task(int at) {
    return tasks[row(at)];
  }

  /** The names of all tasks, by their numbers; some may have no work any more. */
  public List<String> tasks() {
    return Collections.unmodifiableList(taskNames);
  }

  /** The thread that did it. */
  public long thread(int at) {
    return threads.get(row(at));
  }

  /** Whether it is to be explained. */
  public boolean isLate(int at) {
    return (flags[row(at)] & LATE) != 0;
  }

  /** Whether its thread is known, and is said to have waited for a CPU. */
  boolean isQueued(int at) {
    int row = row(at);
    return threads.get(row) != JvmTimeline.ALL_THREADS
        && (runQueues.get(row) > 0 || executionRunQueues.get(row) > 0);
  }

  /** Moves all times of a work. */
  public void move(int at, long byNs) {
    starts[row(at)] += byNs;
  }

  /** Takes out those that a test of their place holds for; returns how many these are. */
  public int leaveOut(IntPredicate test) {
    int before = removed;
    for (int at = 0; at < size(); at++) {
      int row = row(at);
      if ((flags[row] & REMOVED) == 0 && test.test(at)) {
        flags[row] |= REMOVED;
        removed++;
      }
    }
    return removed - before;
  }

  /** Adds all of another one, in its order, but those that were taken out. */
  void appendAll(TimedWorks other) {
    for (int at = 0; at < other.size(); at++) {
      if ((other.flags[other.row(at)] & REMOVED) == 0) {
        append(other.get(at));
      }
    }
  }

  /**
   * Puts them into the order of their starts, and those that begin at once in the order in which
   * they were added. What was taken out is gone then. Threads write their events in order, so the
   * rows of each are one long run that is in order already, or a few: these are merged.
   */
  void sort() {
    int[] sorted = byThread();
    int count = sorted.length;
    int[] bounds = runs(sorted);
    int[] other = bounds.length > 2 ? new int[count] : sorted;
    while (bounds.length > 2) {
      int[] merged = new int[bounds.length / 2 + 1];
      for (int run = 0; run < merged.length - 1; run++) {
        int from = bounds[2 * run];
        int middle = bounds[Math.min(2 * run + 1, bounds.length - 1)];
        int to = bounds[Math.min(2 * run + 2, bounds.length - 1)];
        merge(sorted, other, from, middle, to);
        merged[run + 1] = to;
      }
      bounds = merged;
      int[] done = other;
      other = sorted;
      sorted = done;
    }
    order = sorted;
    trim();
  }

  /** Gives back the room for works that were not added. */
  private void trim() {
    starts = Arrays.copyOf(starts, rows);
    tasks = Arrays.copyOf(tasks, rows);
    flags = Arrays.copyOf(flags, rows);
    for (CompactNumbers column :
        List.of(
            waits,
            lengths,
            indexes,
            threads,
            runQueues,
            cpus,
            executionRunQueues,
            totals,
            periods,
            loadLates,
            answered)) {
      column.trim(rows);
    }
  }

  /** The rows thread by thread, those of each in the order in which they were added. */
  private int[] byThread() {
    order = null; // so that a place is a row
    PerThread<int[]> counts = new PerThread<>(this, _ -> new int[1]);
    for (int row = 0; row < rows; row++) {
      if ((flags[row] & REMOVED) == 0) {
        counts.of(row)[0]++;
      }
    }
    int next = 0;
    for (int[] one : counts.all().values()) {
      int count = one[0];
      one[0] = next;
      next += count;
    }
    int[] sorted = new int[rows - removed];
    for (int row = 0; row < rows; row++) {
      if ((flags[row] & REMOVED) == 0) {
        sorted[counts.of(row)[0]++] = row;
      }
    }
    return sorted;
  }

  private boolean isBefore(int row, int other) {
    return starts[row] == starts[other] ? row < other : starts[row] < starts[other];
  }

  /** Where each run begins, and where the last one ends. */
  private int[] runs(int[] all) {
    int[] bounds = new int[16];
    int count = 1;
    for (int i = 1; i < all.length; i++) {
      if (isBefore(all[i], all[i - 1])) {
        if (count == bounds.length - 1) {
          bounds = Arrays.copyOf(bounds, 2 * count);
        }
        bounds[count++] = i;
      }
    }
    bounds[count++] = all.length;
    return Arrays.copyOf(bounds, count);
  }

  private void merge(int[] all, int[] into, int from, int middle, int to) {
    int one = from;
    int two = middle;
    for (int at = from; at < to; at++) {
      boolean takesTwo = one == middle || (two < to && isBefore(all[two], all[one]));
      into[at] = takesTwo ? all[two++] : all[one++];
    }
  }
}
