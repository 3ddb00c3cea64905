package dev.jitterlab.tick;

/**
 * What a thread that runs ticks has to itself: the tick that it runs now, its event, and its times.
 * They are the thread's and not the tasks', since there are many tasks and few threads. Used by
 * that one thread.
 */
final class TickThread implements AutoCloseable {
  /** Says whether anybody records; a thread has an event of its own only from then on. */
  private static final TickEvent PROBE = new TickEvent();

  private final Tick tick = new Tick();
  private final ThreadTimes times;
  private TickEvent event;

  /** Without thread times. */
  TickThread() {
    this(ThreadTimes.OFF);
  }

  /** With these times, which it takes over. */
  TickThread(ThreadTimes times) {
    this.times = times;
  }

  /** Opens that of the calling thread, which closes it. */
  static TickThread open(TaskContext context) {
    return new TickThread(context.threadTimes().open(context.clock()));
  }

  Tick tick() {
    return tick;
  }

  ThreadTimes times() {
    return times;
  }

  /** Returns what records the tick; null if nobody ever recorded one. */
  TickEvent event() {
    if (event == null) {
      event = newEvent();
    }
    return event;
  }

  /** Returns a new event; null if nobody records. */
  static TickEvent newEvent() {
    return PROBE.isEnabled() ? new TickEvent() : null;
  }

  @Override
  public void close() {
    times.close();
  }
}
