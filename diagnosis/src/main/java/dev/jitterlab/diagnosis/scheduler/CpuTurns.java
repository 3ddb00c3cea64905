package dev.jitterlab.diagnosis.scheduler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The threads that ran last on one CPU, one turn after the other. Not thread-safe. */
final class CpuTurns {
  private static final int MOST = 1_024;

  /**
   * A thread as the trace names it.
   *
   * @param process its process
   * @param number the operating system's number of it; 0 stands for a CPU that does nothing
   * @param name what the operating system calls it
   */
  record SeenThread(long process, long number, String name) {
    boolean isIdle() {
      return number == 0;
    }
  }

  /** A turn of a thread. */
  record Stay(long startNs, long endNs, SeenThread thread) {}

  private long[] startsNs = new long[16];
  private long[] endsNs = new long[16];
  private SeenThread[] threads = new SeenThread[16];

  /** How many turns there were since the last gap; the latest ones are kept, each in its place. */
  private long turns;

  /** Who runs now, and since when; null if that is not known. */
  private SeenThread running;

  private long sinceNs;

  /** The time of the last switch. */
  long lastNs() {
    return sinceNs;
  }

  /**
   * From now on another one runs.
   *
   * @param previous the number of the one that ran until now: of another than was seen to begin,
   *     the trace has lost events
   */
  void next(long atNs, long previous, SeenThread next) {
    if (running != null && running.number() == previous) {
      int place = place(turns);
      startsNs[place] = sinceNs;
      endsNs[place] = atNs;
      threads[place] = running;
      turns++;
    } else {
      turns = 0;
    }
    running = next;
    sinceNs = atNs;
  }

  /** Some events are lost: who ran until now is not known. */
  void forget() {
    running = null;
    turns = 0;
  }

  private int place(long turn) {
    if (turn == threads.length && threads.length < MOST) { // none of them was written over yet
      int length = Math.min(MOST, 2 * threads.length);
      startsNs = Arrays.copyOf(startsNs, length);
      endsNs = Arrays.copyOf(endsNs, length);
      threads = Arrays.copyOf(threads, length);
    }
    return (int) (turn % threads.length);
  }

  /**
   * Who ran until the last switch, as far back as a time, in order of time.
   *
   * @param onlyBusy whether to stop where the CPU did nothing
   */
  List<Stay> since(long fromNs, boolean onlyBusy) {
    int count = 0;
    while (count < Math.min(turns, threads.length) && isPart(turns - 1 - count, fromNs, onlyBusy)) {
      count++;
    }
    List<Stay> found = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int place = (int) ((turns - count + i) % threads.length);
      found.add(new Stay(Math.max(fromNs, startsNs[place]), endsNs[place], threads[place]));
    }
    return found;
  }

  private boolean isPart(long turn, long fromNs, boolean onlyBusy) {
    int place = (int) (turn % threads.length);
    return endsNs[place] > fromNs && !(onlyBusy && threads[place].isIdle());
  }
}
