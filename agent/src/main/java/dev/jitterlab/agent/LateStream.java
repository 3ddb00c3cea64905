package dev.jitterlab.agent;

import dev.jitterlab.arrivals.FlightEvents;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
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
          Map.entry("jdk.FileRead", LateStream::file),
          Map.entry("jdk.FileWrite", LateStream::file),
          Map.entry("jdk.FileForce", LateStream::file),
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
    ofOperation(event.getBoolean("safepoint"), text(event, "operation"))
        .ifPresent(cause -> ofAll(cause).accept(times, event));
  }

  /** The edges of a collection around its pause are the collector's too. */
  static Optional<SeenCause> ofOperation(boolean atSafepoint, String operation) {
    if (!atSafepoint) {
      return Optional.empty();
    }
    return Optional.of(
        FlightEvents.isCollection(operation) ? SeenCause.GC_PAUSE : SeenCause.SAFEPOINT_OPERATION);
  }

  private static void file(LateTimes times, RecordedEvent event) {
    if (FlightEvents.isOfDevice(text(event, "path"))) {
      ofThread(SeenCause.IO).accept(times, event);
    }
  }

  private static void park(LateTimes times, RecordedEvent event) {
    RecordedClass parked = event.getClass("parkedClass");
    String blocker = parked == null ? "" : parked.getName();
    ofThread(ofPark(blocker, event.getStackTrace())).accept(times, event);
  }

  /** Of a thread that was parked there on an object of this class; empty if it was on none. */
  static SeenCause ofPark(String blocker, RecordedStackTrace stack) {
    return waitFor(FlightEvents.isLock(blocker, stack));
  }

  /** Of a wait for a lock, or for another thread's signal. */
  static SeenCause waitFor(boolean lock) {
    return lock ? SeenCause.LOCK_WAIT : SeenCause.PARK;
  }

  private static void virtualThread(LateTimes times, RecordedEvent event) {
    RecordedThread waiter = event.getThread("waiter");
    if (waiter != null) {
      times.stretch(
          waitFor(event.getBoolean("lock")), waiter.getId(), startNs(event), endNs(event));
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

  /** A field's value as text; empty if the event has no such field, or no value. */
  private static String text(RecordedEvent event, String field) {
    Object value = event.hasField(field) ? event.getValue(field) : null;
    return Objects.toString(value, "");
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
