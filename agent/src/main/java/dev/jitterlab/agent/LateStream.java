package dev.jitterlab.agent;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/**
 * Reads the recording of the last minutes while it goes on, in a thread of its own, and tells
 * {@link LateTimes} of it. JDK 14 and later can do that; the agent is compiled for JDK 11, so it
 * calls the stream by reflection. Thread-safe.
 */
final class LateStream {
  private static final long SECOND_NS = 1_000_000_000;
  static final String THREAD = "jitterlab-late-causes";
  private static final String STREAM = "jdk.jfr.consumer.EventStream";

  private final LateTimes times;
  private final AgentLog log;
  private final Map<String, BiConsumer<LateTimes, RecordedEvent>> readers =
      Map.ofEntries(
          Map.entry("jdk.GCPhasePause", ofAll(SeenCause.GC_PAUSE)),
          Map.entry("jdk.SafepointBegin", ofAll(SeenCause.TIME_TO_SAFEPOINT)),
          Map.entry("jdk.ExecuteVMOperation", LateStream::operation),
          Map.entry("jdk.ZAllocationStall", ofThread(SeenCause.GC_STALL)),
          Map.entry("jdk.JavaMonitorEnter", ofThread(SeenCause.LOCK_WAIT)),
          Map.entry("jdk.ThreadPark", LateStream::park),
          Map.entry("jdk.VirtualThreadPinned", ofThread(SeenCause.PINNED)),
          Map.entry("jdk.ThreadSleep", ofThread(SeenCause.SLEEP)),
          Map.entry("jdk.FileRead", ofThread(SeenCause.IO)),
          Map.entry("jdk.FileWrite", ofThread(SeenCause.IO)),
          Map.entry("jdk.FileForce", ofThread(SeenCause.IO)),
          Map.entry("jdk.SocketRead", ofThread(SeenCause.IO)),
          Map.entry("jdk.SocketWrite", ofThread(SeenCause.IO)),
          Map.entry("jdk.JavaMonitorWait", ofThread(SeenCause.PARK)),
          Map.entry("jitterlab.ThreadWait", LateStream::virtualThread),
          Map.entry("jitterlab.Tick", LateStream::tick),
          Map.entry("jitterlab.Request", LateStream::request));

  private AutoCloseable stream;
  private volatile boolean available;

  LateStream(LateTimes times, AgentLog log) {
    this.times = times;
    this.log = log;
  }

  /** Begins to read, again if need be: a recorder that was stopped ended the stream. */
  synchronized void start() {
    try {
      if (stream != null) {
        stream.close();
      }
      Class<?> type = Class.forName(STREAM);
      stream = (AutoCloseable) type.getMethod("openRepository").invoke(null);
      for (Map.Entry<String, BiConsumer<LateTimes, RecordedEvent>> one : readers.entrySet()) {
        Consumer<RecordedEvent> reader = event -> one.getValue().accept(times, event);
        type.getMethod("onEvent", String.class, Consumer.class)
            .invoke(stream, one.getKey(), reader);
      }
      type.getMethod("onFlush", Runnable.class).invoke(stream, (Runnable) times::flush);
      Consumer<Throwable> failed = error -> log.failed("dividing late time among causes", error);
      type.getMethod("onError", Consumer.class).invoke(stream, failed);
      read(type.getMethod("start"), stream);
      available = true;
    } catch (ClassNotFoundException e) {
      log.say(
          "late-causes is not available on JDK "
              + Runtime.version().feature()
              + ": it writes its recording only when a part is whole; use JDK 14 or later");
    } catch (InvocationTargetException e) {
      log.failed("reading the recording of the last minutes", e.getCause());
    } catch (Exception e) {
      log.failed("reading the recording of the last minutes", e);
    }
  }

  /** Flight Recorder's own thread for it would keep a server alive whose main has ended. */
  private void read(Method start, Object opened) {
    Thread thread =
        new Thread(
            () -> {
              try {
                start.invoke(opened);
              } catch (ReflectiveOperationException e) {
                log.failed("reading the recording of the last minutes", e);
              }
            },
            THREAD);
    thread.setDaemon(true);
    thread.start();
  }

  /** Ends reading. */
  synchronized void close() throws Exception {
    if (stream != null) {
      stream.close();
    }
  }

  /** Returns whether late time is divided among causes. */
  boolean isAvailable() {
    return available;
  }

  private static BiConsumer<LateTimes, RecordedEvent> ofAll(SeenCause cause) {
    return (times, event) ->
        times.stretch(cause, LateTimes.ALL_THREADS, startNs(event), endNs(event));
  }

  private static BiConsumer<LateTimes, RecordedEvent> ofThread(SeenCause cause) {
    return (times, event) -> times.stretch(cause, thread(event), startNs(event), endNs(event));
  }

  private static void operation(LateTimes times, RecordedEvent event) {
    if (event.getBoolean("safepoint")) {
      ofAll(SeenCause.SAFEPOINT_OPERATION).accept(times, event);
    }
  }

  private static void park(LateTimes times, RecordedEvent event) {
    RecordedClass parked = event.getClass("parkedClass");
    String by = parked == null ? "" : parked.getName();
    boolean lock = by.startsWith("java.util.concurrent.locks.") && !by.endsWith("ConditionObject");
    ofThread(lock ? SeenCause.LOCK_WAIT : SeenCause.PARK).accept(times, event);
  }

  private static void virtualThread(LateTimes times, RecordedEvent event) {
    RecordedThread waiter = event.getThread("waiter");
    if (waiter != null) {
      SeenCause cause = event.getBoolean("lock") ? SeenCause.LOCK_WAIT : SeenCause.PARK;
      times.stretch(cause, waiter.getId(), startNs(event), endNs(event));
    }
  }

  /** Its own times are those of System.nanoTime; the event's start was read right after. */
  private static void tick(LateTimes times, RecordedEvent event) {
    long started = event.getLong("started");
    long offset = startNs(event) - started;
    long end = event.getLong("finished") + offset;
    if (event.getBoolean("late")) {
      times.lateTick(
          thread(event),
          event.getLong("scheduled") + offset,
          started + offset,
          end,
          span(event, "runQueueDelay"),
          span(event, "executionRunQueueDelay"));
    } else {
      times.onTime(end - started - offset);
    }
  }

  private static void request(LateTimes times, RecordedEvent event) {
    times.slowRequest(thread(event), startNs(event), endNs(event), span(event, "runQueueDelay"));
  }

  /** Absent spans have the least value there is; older tick runtimes have no such field. */
  private static long span(RecordedEvent event, String field) {
    return event.hasField(field)
        ? Math.max(LateTimes.NOT_READ, event.getLong(field))
        : LateTimes.NOT_READ;
  }

  private static long thread(RecordedEvent event) {
    RecordedThread thread = event.getThread();
    return thread == null ? -1 : thread.getId();
  }

  private static long startNs(RecordedEvent event) {
    return ns(event.getStartTime());
  }

  private static long endNs(RecordedEvent event) {
    return ns(event.getEndTime());
  }

  private static long ns(Instant time) {
    return time.getEpochSecond() * SECOND_NS + time.getNano();
  }
}
