package dev.jitterlab.diagnosis.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings with the names of async-profiler's events, written here: it need not be installed. */
class OtherWritersTest {
  @TempDir private Path folder;

  @Name("jdk.ExecutionSample")
  @SuppressWarnings("UnusedVariable") // Flight Recorder reads them
  static final class SampleOfTest extends Event {
    Thread sampledThread = Thread.currentThread();
  }

  @Name("profiler.WallClockSample")
  @SuppressWarnings("UnusedVariable")
  static final class WallClockOfTest extends Event {
    Thread sampledThread = Thread.currentThread();
    int samples = 7;
  }

  /** Without the time at which the JVM started. */
  @Name("jdk.JVMInformation")
  @StackTrace(false)
  @SuppressWarnings("UnusedVariable")
  static final class InformationOfTest extends Event {
    String jvmName = "strange";
  }

  @Name("jitterlab.Tick")
  @StackTrace(false)
  @SuppressWarnings("UnusedVariable")
  static final class TickOfTest extends Event {
    String task = "battle-1";
    long index;
    long scheduled = System.nanoTime();
    long started = scheduled;
    long finished = scheduled + 1;
    boolean late = true;
  }

  /** Without its times. */
  @Name("jitterlab.Tick")
  @StackTrace(false)
  @SuppressWarnings("UnusedVariable")
  static final class TimelessTickOfTest extends Event {
    String task = "strange";
  }

  @AfterAll
  static void forgetTheTypes() {
    List.of(
            SampleOfTest.class,
            WallClockOfTest.class,
            InformationOfTest.class,
            TickOfTest.class,
            TimelessTickOfTest.class)
        .forEach(FlightRecorder::unregister);
  }

  private JvmTimeline read(Event... events) throws IOException {
    Path file = folder.resolve("async.jfr");
    try (Recording recording = new Recording()) {
      for (Event event : events) {
        recording.enable(event.getClass()).withoutThreshold();
      }
      recording.start();
      for (Event event : events) {
        event.commit();
      }
      recording.stop();
      recording.dump(file);
    }
    TimelineBuilder timeline = new TimelineBuilder();
    var unused = RecordingReader.read(file, timeline);
    return timeline.build();
  }

  private static String problem(JvmTimeline timeline, String words) {
    List<String> found = timeline.problems().stream().filter(one -> one.contains(words)).toList();
    assertEquals(1, found.size(), timeline.problems()::toString);
    return found.getFirst();
  }

  @Test
  void itsSamplesAreReadAndWhatIsNotIsNamed() throws IOException {
    JvmTimeline timeline = read(new SampleOfTest(), new WallClockOfTest());
    assertEquals(1, timeline.samples(Thread.currentThread().threadId()).size());
    String problem = problem(timeline, "async-profiler");
    assertTrue(problem.startsWith("async.jfr has events of async-profiler."), problem);
    assertTrue(problem.contains("profiler.WallClockSample is not read"), problem);
    assertTrue(problem.contains("neither ticks nor requests"), problem);
  }

  @Test
  void withTicksItSaysOnlyWhatIsNotRead() throws IOException {
    JvmTimeline timeline = read(new TickOfTest(), new WallClockOfTest());
    assertFalse(problem(timeline, "async-profiler").contains("neither"));
  }

  /** One event type of another form takes nothing from the others, and is no damage. */
  @Test
  void anEventOfAnotherFormIsLeftOutAlone() throws IOException {
    JvmTimeline timeline = read(new InformationOfTest(), new SampleOfTest());
    assertEquals(1, timeline.samples(Thread.currentThread().threadId()).size());
    String problem = problem(timeline, "jdk.JVMInformation");
    assertTrue(problem.contains("1 of the events jdk.JVMInformation are left out"), problem);
    assertTrue(timeline.problems().stream().noneMatch(one -> one.contains("damaged")));
    assertFalse(timeline.mayMissLateEvents());
  }

  /** It may have been late. */
  @Test
  void aTickOfAnotherFormIsMissing() throws IOException {
    JvmTimeline timeline = read(new SampleOfTest(), new TimelessTickOfTest());
    assertTrue(problem(timeline, "jitterlab.Tick are").contains("1 of the events"));
    assertTrue(timeline.mayMissLateEvents());
  }
}
