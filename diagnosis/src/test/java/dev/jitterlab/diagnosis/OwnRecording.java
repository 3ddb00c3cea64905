package dev.jitterlab.diagnosis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;

/**
 * Makes small real recordings in this JVM: ticks as the tick runtime writes them, and events of an
 * application. Ticks are at most some milliseconds long, and late if the caller says so.
 */
final class OwnRecording {
  /** A tick, with the names of the tick runtime's event. */
  @Name("jitterlab.Tick")
  @StackTrace(false)
  @SuppressWarnings("UnusedVariable") // Flight Recorder reads them
  static final class TickOfTest extends Event {
    String task;
    long index;
    long scheduled;
    long started;
    long finished;
    boolean late;
    long runQueueDelay = Long.MIN_VALUE;
    long cpu = Long.MIN_VALUE;
    long executionRunQueueDelay = Long.MIN_VALUE;
  }

  /** What an application might record. */
  @Name("acme.Query")
  @SuppressWarnings("UnusedVariable") // Flight Recorder reads them
  static final class QueryOfTest extends Event {
    String table;
    long rows;
  }

  /** What the watch over the process records, as far as a CPU limit goes. */
  @Name("jitterlab.Process")
  @StackTrace(false)
  @SuppressWarnings("UnusedVariable") // Flight Recorder reads them
  static final class WatchOfTest extends Event {
    long since = 100_000_000;
    long steal;
    long throttled;
  }

  private long index;

  private OwnRecording() {}

  /** Records what the caller does, with all events of these names and without a threshold. */
  static Path record(Path file, List<String> events, Consumer<OwnRecording> doing)
      throws IOException {
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ActiveSetting");
      recording.enable("jitterlab.Tick");
      events.forEach(event -> recording.enable(event).withoutThreshold());
      recording.start();
      doing.accept(new OwnRecording());
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  /** What the diagnosis needs to know of it. */
  static ServerFiles files(Path recording) {
    return ServerFiles.ofRecording("server", recording);
  }

  /** A tick that does this. */
  void tick(boolean late, Runnable doing) {
    TickOfTest tick = new TickOfTest();
    long started = System.nanoTime();
    tick.begin();
    doing.run();
    tick.task = "battle-1";
    tick.index = index++;
    tick.started = started;
    tick.finished = System.nanoTime();
    tick.scheduled = started;
    tick.late = late;
    tick.commit();
  }

  /** A reading of the process, whose limit held it back for so long. */
  void heldBack(long throttledMs) {
    WatchOfTest watch = new WatchOfTest();
    watch.throttled = throttledMs * 1_000_000;
    watch.commit();
  }

  /** A query that takes at least so long. */
  void query(String table, long rows, long leastMs) {
    QueryOfTest query = new QueryOfTest();
    query.begin();
    try {
      Thread.sleep(leastMs);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    query.table = table;
    query.rows = rows;
    query.commit();
  }
}
