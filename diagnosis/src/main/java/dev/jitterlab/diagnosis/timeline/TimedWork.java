package dev.jitterlab.diagnosis.timeline;

/**
 * A tick or a request: something that was due at a time, and when it was done. Times are in
 * nanoseconds since the epoch. Immutable.
 *
 * @param kind what it is
 * @param task the task of a tick, such as {@code battle-7}; the target of a request
 * @param index the number of a tick within its task, or of a request
 * @param thread the thread that did it; {@link JvmTimeline#ALL_THREADS} if that is not known
 * @param dueNs when it should have begun: the perfect schedule, or the intended start
 * @param startNs when it began on that thread
 * @param endNs when it was done
 * @param late whether it is to be explained
 * @param runQueueNs how long the thread waited for a CPU before the start; {@link #NOT_READ} if
 *     unknown
 * @param cpuNs CPU time from start to end, likewise
 * @param executionRunQueueNs how long the thread waited for a CPU from start to end, likewise
 * @param total what a late tick is late by
 * @param loadLateNs how much later than it was due the load generator came to a request; 0 of
 *     ticks, and if that is not known
 * @param answeredNs how long before the end its thread had answered a request; 0 of ticks, and if
 *     that is not known
 */
public record TimedWork(
    Kind kind,
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
    Total total,
    long loadLateNs,
    long answeredNs) {
  /** For a figure that was not read. */
  public static final long NOT_READ = -1;

  /**
   * A recording that has no request shorter than this has the slow ones alone: the agent records
   * those that take at least so long, unless it is told otherwise.
   */
  public static final long SLOW_REQUEST_NS = 10_000_000;

  /** One that ended when its thread was done with it. */
  public TimedWork(
      Kind kind,
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
      Total total,
      long loadLateNs) {
    this(
        kind,
        task,
        index,
        thread,
        dueNs,
        startNs,
        endNs,
        late,
        runQueueNs,
        cpuNs,
        executionRunQueueNs,
        total,
        loadLateNs,
        0);
  }

  /**
   * The time between the ends of two ticks of a task, which decides whether the second one is late.
   *
   * @param ns its end less the end of the tick before it
   * @param periodNs how long that should be
   */
  public record Total(long ns, long periodNs) {
    /** Of requests, of ticks that are not late, and of recordings that lack it. */
    public static final Total UNKNOWN = new Total(0, 0);

    /** Whether both figures are there. */
    public boolean isKnown() {
      return ns > 0 && periodNs > 0;
    }

    /** The total in periods. */
    public double periods() {
      return (double) ns / periodNs;
    }
  }

  /** What it is. */
  public enum Kind {
    /** One execution of a periodic task. */
    TICK("jitterlab.Tick"),
    /** One request of a client. */
    REQUEST("jitterlab.Request");

    private final String event;

    Kind(String event) {
      this.event = event;
    }

    /** The event of the recording that shows it. */
    public String event() {
      return event;
    }
  }

  /** A task without numbers: {@code battle-7} and {@code battle-8} are of one type. */
  public static String type(String task) {
    StringBuilder type = new StringBuilder(task.length());
    boolean inNumber = false;
    for (int i = 0; i < task.length(); i++) {
      char c = task.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      if (!digit) {
        type.append(c);
      } else if (!inNumber) {
        type.append('#');
      }
      inNumber = digit;
    }
    return type.toString();
  }

  /** Whether the thread that did it is known. */
  public boolean hasThread() {
    return thread != JvmTimeline.ALL_THREADS;
  }

  /** From the start to the end. */
  public long executionNs() {
    return endNs - startNs;
  }

  /** When its window begins: when it was due, or when it began, if that was earlier. */
  public long fromNs() {
    return Math.min(dueNs, startNs);
  }

  /** When its thread was done with it: the client may have had the answer later. */
  public long threadEndNs() {
    return endNs - answeredNs;
  }

  /** The same work, late or not. */
  public TimedWork late(boolean isLate) {
    return changed(dueNs, isLate, loadLateNs);
  }

  /** The same work as the server could see it: due when the load generator came to it. */
  public TimedWork sentInTime() {
    return loadLateNs == 0 ? this : changed(dueNs + loadLateNs, late, 0);
  }

  private TimedWork changed(long newDueNs, boolean isLate, long newLoadLateNs) {
    return new TimedWork(
        kind,
        task,
        index,
        thread,
        newDueNs,
        startNs,
        endNs,
        isLate,
        runQueueNs,
        cpuNs,
        executionRunQueueNs,
        total,
        newLoadLateNs,
        answeredNs);
  }
}
