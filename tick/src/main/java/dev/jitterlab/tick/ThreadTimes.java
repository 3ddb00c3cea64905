package dev.jitterlab.tick;

/**
 * Finds out how much of a late tick's drift its thread waited for a CPU, and how much CPU it had
 * while it ran. Reading the {@link ThreadCounters} takes longer than measuring a tick, so they are
 * read
 *
 * <ul>
 *   <li>before the thread waits, when nothing is late by it, if the last reading is old;
 *   <li>at the start and the end of a tick that starts late, and of every 256th tick of the thread;
 *   <li>at the end of a tick that turns out late by its total.
 * </ul>
 *
 * <p>A reading is two calls of the system, and the more ticks are late, the less time there is for
 * them. So of ticks that are late in a row, each begins with the reading that ended the one before.
 * And a late tick whose execution is no longer than a drift of no interest is not read at its end:
 * what happened in it cannot be what makes ticks late, and counts as CPU. So a late tick costs two
 * calls; only one that is longer and not in a row costs four, since nothing else tells what it
 * computed from what it was blocked for. The benchmarks' {@code LateTickCalls} counts them.
 *
 * <p>A tick's drift begins when it was due, perhaps while its thread was busy with others. Hence a
 * short history of readings: what the thread has waited since the last one before the tick was due
 * is the tick's, up to its drift.
 *
 * <p>Used by the one thread it is about. Allocates nothing.
 */
final class ThreadTimes implements AutoCloseable {
  /** For whom there is nothing to read. */
  static final ThreadTimes OFF = new ThreadTimes();

  /** A tick starts late when its drift is above this time and above this share of its period. */
  static final long LATE_START_NS = 100_000;

  static final long LATE_START_PERIODS = 100;

  /** Above this time an execution is divided, however long the period: other tasks wait for it. */
  static final long LONG_NS = 1_000_000;

  /** A tick that begins so soon after a reading needs no other. */
  static final long SAME_READING_NS = 20_000;

  static final int SAMPLE_EVERY = 256;

  /** At 1 kHz, reading so seldom costs a tick a quarter of a reading. */
  static final long OLD_NS = 4_000_000;

  /** A shorter wait is no time to read anything. */
  static final long SHORTEST_WAIT_NS = 20_000;

  private static final int HISTORY = 64;
  private static final long HISTORY_STEP_NS = 1_000_000;

  private final long[] timesNs = new long[HISTORY];
  private final long[] cpusNs = new long[HISTORY];
  private final long[] delaysNs = new long[HISTORY];

  /** How many readings were put into the history; the last 64 are there. */
  private long size;

  private ThreadCounters counters;
  private int ticksToSample = SAMPLE_EVERY;
  private boolean late;
  private boolean sampled;
  private long startCpuNs;
  private long startDelayNs;

  /** When the counters were read last, and what they said. */
  private long readAtNs;

  private long readCpuNs;
  private long readDelayNs;

  private ThreadTimes() {}

  /** Takes the counters over, and reads them for the first time. */
  ThreadTimes(ThreadCounters counters, long nowNs) {
    this.counters = counters;
    read(nowNs);
  }

  /** Reads, if it is time to, before the thread waits. */
  void beforeWait(long nowNs, long untilNs) {
    if (counters != null
        && untilNs - nowNs >= SHORTEST_WAIT_NS
        && nowNs - timesNs[last()] >= OLD_NS) {
      read(nowNs);
    }
  }

  /** Reads, if it is time to, after a tick of a thread that does not say when it waits. */
  void afterTick(long nowNs) {
    beforeWait(nowNs, nowNs + SHORTEST_WAIT_NS);
  }

  /** Reads, if the tick that has just started is late or a sample. */
  void started(Tick tick) {
    if (counters == null) {
      return;
    }
    late = isOfInterest(tick.driftNs(), tick.periodNs());
    sampled = --ticksToSample == 0;
    if (sampled) {
      ticksToSample = SAMPLE_EVERY;
    }
    if (late || sampled) {
      if (tick.startedNs() - readAtNs > SAME_READING_NS) {
        read(tick.startedNs());
      } else {
        startCpuNs = readCpuNs;
        startDelayNs = readDelayNs;
      }
    }
  }

  private static boolean isOfInterest(long ns, long periodNs) {
    return ns > LATE_START_NS && ns > periodNs / LATE_START_PERIODS;
  }

  private static boolean isShort(Tick tick) {
    return tick.executionNs() <= LONG_NS && !isOfInterest(tick.executionNs(), tick.periodNs());
  }

  /** Tells the tick that has just ended its times, if it is late or a sample. */
  void finished(Tick tick) {
    if (counters == null) {
      return;
    }
    boolean readAtStart = late || sampled;
    late |= tick.isLate(LateThreshold.X1_1);
    if (!late && !sampled) {
      return;
    }
    if (readAtStart && !sampled && isShort(tick)) {
      tell(tick, tick.executionNs(), 0);
      return;
    }
    long cpuNs = counters.cpuNs(); // before the dearer one, which takes CPU itself
    long delayNs = counters.runQueueDelayNs();
    if (isBroken(cpuNs, delayNs)) {
      return;
    }
    if (!readAtStart) {
      int start = atOrBefore(tick.startedNs());
      startCpuNs = cpusNs[start];
      long inExecutionNs = Math.min(tick.executionNs(), delayNs - delaysNs[start]);
      startDelayNs = delayNs - inExecutionNs;
    }
    tell(tick, cpuNs - startCpuNs, delayNs - startDelayNs);
    remember(tick.finishedNs(), cpuNs, delayNs);
  }

  private void tell(Tick tick, long cpuNs, long executionDelayNs) {
    if (counters == null) {
      return; // they broke at the start of this tick
    }
    int before = atOrBefore(tick.scheduledNs());
    tick.threadTimes(
        Math.min(Math.max(0, tick.driftNs()), startDelayNs - delaysNs[before]),
        Math.min(tick.executionNs(), cpuNs),
        Math.min(tick.executionNs(), executionDelayNs),
        late);
  }

  private void read(long nowNs) {
    startDelayNs = counters.runQueueDelayNs();
    startCpuNs = counters.cpuNs(); // last, so that it has nothing of this reading
    if (!isBroken(startCpuNs, startDelayNs)) {
      remember(nowNs, startCpuNs, startDelayNs);
    }
  }

  private boolean isBroken(long cpuNs, long delayNs) {
    if (cpuNs >= 0 && delayNs >= 0) {
      return false;
    }
    close();
    return true;
  }

  private void remember(long nowNs, long cpuNs, long delayNs) {
    readAtNs = nowNs;
    readCpuNs = cpuNs;
    readDelayNs = delayNs;
    if (size == 0 || nowNs - timesNs[last()] >= HISTORY_STEP_NS) {
      int next = (int) (size++ % HISTORY);
      timesNs[next] = nowNs;
      cpusNs[next] = cpuNs;
      delaysNs[next] = delayNs;
    }
  }

  private int last() {
    return (int) ((size - 1) % HISTORY);
  }

  /** Returns where the last reading by then is; the oldest, if the history begins later. */
  private int atOrBefore(long timeNs) {
    long oldest = Math.max(0, size - HISTORY);
    long found = size - 1;
    while (found > oldest && timesNs[(int) (found % HISTORY)] - timeNs > 0) {
      found--;
    }
    return (int) (found % HISTORY);
  }

  /** Returns whether there is anything to read. */
  boolean isOn() {
    return counters != null;
  }

  /** Ends the reading. */
  @Override
  public void close() {
    if (counters != null) {
      counters.close();
      counters = null;
    }
  }
}
