package dev.jitterlab.observer;

import java.io.IOException;
import java.nio.channels.Selector;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Makes what the operating system does to this process visible in its flight recording: whether it
 * stood still as a whole, what the hypervisor stole, page faults, throttling, and what other
 * processes used. None of this has an event of the JVM's own.
 *
 * <p>One thread sleeps for ten milliseconds again and again and looks how late it wakes up. It
 * reads {@code /proc} ten times a second, and after each late waking. A thread that wakes late and
 * has not waited for a CPU meanwhile was not runnable: the process was stopped, its machine stood
 * still, or it waited for a page. While nothing records the event, the thread wakes once a second.
 *
 * <p>The thread sleeps in a selector because a recording would otherwise get an event of each of
 * its sleeps.
 */
public final class ProcessWatch {
  static final long BEAT_NS = TimeUnit.MILLISECONDS.toNanos(10);
  static final long READ_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(100);
  static final long LATE_NS = TimeUnit.MILLISECONDS.toNanos(5);
  static final long AT_ONCE_NS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long ROUND_UP_NS = TimeUnit.MILLISECONDS.toNanos(1) - 1;
  private static final long IDLE_MS = 1_000;

  /** A system property, which the agent's copy of this class sees as well. */
  private static final String WATCHED = "jitterlab.process-watch";

  /** How the thread sleeps. */
  @FunctionalInterface
  interface Sleep {
    void forMs(long ms) throws IOException;
  }

  private final Path root;
  private final LongSupplier clock;
  private SystemFigures last;
  private long lastNs;
  private long wokeNs;

  ProcessWatch(Path root, LongSupplier clock) {
    this.root = root;
    this.clock = clock;
  }

  /**
   * Starts watching, for as long as the process lives. Without Flight Recorder it does nothing, nor
   * where the process is watched already: a server may do so by itself, and the agent in it.
   */
  public static void start() {
    if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()
        || System.getProperties().putIfAbsent(WATCHED, "true") != null) {
      return;
    }
    Thread thread =
        new Thread(new ProcessWatch(Path.of("/"), System::nanoTime)::run, "jitterlab-watch");
    thread.setDaemon(true);
    thread.start();
  }

  /** Goes on after a failure: without file descriptors or memory for a moment, for instance. */
  void run() {
    boolean said = false;
    while (!Thread.currentThread().isInterrupted()) {
      try (Selector sleeping = Selector.open()) {
        watch(sleeping);
      } catch (Throwable e) { // also an Error: a server may end itself when any thread ends by one
        said = said || say(e);
        last = null; // what passed meanwhile is no standstill
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(IDLE_MS));
      }
    }
  }

  private void watch(Selector sleeping) throws IOException {
    while (!Thread.currentThread().isInterrupted()) {
      if (new ProcessEvent().isEnabled()) {
        ProcessEvent event = beat(sleeping::select);
        if (event != null) {
          event.commit();
        }
      } else {
        last = null;
        sleeping.select(IDLE_MS);
      }
    }
  }

  private static boolean say(Throwable failure) {
    try {
      System.getLogger(ProcessWatch.class.getName())
          .log(
              System.Logger.Level.WARNING,
              "watching the process failed; it goes on, and later failures are not logged",
              failure);
      return true;
    } catch (Throwable e) {
      return false; // for want of memory, perhaps: the next failure is said
    }
  }

  /**
   * Sleeps once, and says what there is to say then. It is late by the waking before: the process
   * may have stood still while this thread read or wrote, too.
   */
  ProcessEvent beat(Sleep sleep) throws IOException {
    if (last == null) {
      wokeNs = clock.getAsLong();
    }
    long dueNs = wokeNs + BEAT_NS;
    long leftMs = TimeUnit.NANOSECONDS.toMillis(dueNs - clock.getAsLong() + ROUND_UP_NS);
    sleep.forMs(Math.max(1, leftMs)); // 0 would be for ever
    ProcessEvent event = wakeUp();
    return woke(event, wokeNs, Math.max(0, wokeNs - dueNs));
  }

  /**
   * An event of this moment, which is {@link #wokeNs} too: its time is that of the waking, however
   * long the reading takes. Begins anew if the process stood still between the two.
   */
  private ProcessEvent wakeUp() {
    while (true) {
      long beforeNs = clock.getAsLong();
      ProcessEvent event = new ProcessEvent();
      event.begin();
      event.end();
      wokeNs = clock.getAsLong();
      if (wokeNs - beforeNs < AT_ONCE_NS) {
        return event;
      }
    }
  }

  /** Fills the event of a waking; null if there is nothing to say yet. */
  ProcessEvent woke(ProcessEvent event, long nowNs, long lateNs) {
    boolean overslept = lateNs >= LATE_NS;
    if (last != null && !overslept && nowNs - lastNs < READ_EVERY_NS) {
      return null;
    }
    SystemFigures now = SystemFigures.read(root);
    boolean isFirst = last == null;
    if (!isFirst) {
      fill(event, now);
      event.since = nowNs - lastNs;
      event.overslept = overslept ? lateNs : 0;
    }
    last = now;
    lastNs = nowNs;
    return isFirst ? null : event;
  }

  private void fill(ProcessEvent event, SystemFigures now) {
    event.runQueueDelay = more(last.runQueueNs, now.runQueueNs);
    event.steal = more(last.stealNs, now.stealNs);
    event.busy = more(last.busyNs, now.busyNs);
    event.cpu = more(last.cpuNs, now.cpuNs);
    event.cpus = now.cpus < 0 ? ProcessEvent.ABSENT : now.cpus;
    event.majorFaults = more(last.majorFaults, now.majorFaults);
    event.throttled = more(last.throttledNs, now.throttledNs);
  }

  private static long more(long before, long now) {
    return before < 0 || now < 0 ? ProcessEvent.ABSENT : Math.max(0, now - before);
  }
}
