package dev.jitterlab.diagnosis.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a late tick is late by. */
class TickTotalTest {
  /** With the fields that {@link OldTick} lacks. */
  @Name("jitterlab.Tick")
  @SuppressWarnings("UnusedVariable") // Flight Recorder reads them
  private static final class Tick extends Event {
    String task = "battle-1";
    long index;
    boolean late;
    long period = 10;
    long total = 25;
    long scheduled;
    long started;
    long finished;
  }

  /** As other writers may have it. */
  @Name("jitterlab.Tick")
  @SuppressWarnings("UnusedVariable") // Flight Recorder reads them
  private static final class OldTick extends Event {
    String task = "battle-1";
    long index;
    boolean late = true;
    long scheduled;
    long started;
    long finished;
  }

  @TempDir private Path folder;

  private List<TimedWork.Total> record(Event... ticks) throws IOException {
    Path file = folder.resolve("ticks.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jitterlab.Tick").withoutThreshold();
      recording.start();
      for (Event tick : ticks) {
        tick.begin();
        tick.commit();
      }
      recording.stop();
      recording.dump(file);
    }
    TimelineBuilder builder = new TimelineBuilder();
    var unused = RecordingReader.read(file, builder);
    return builder.build().works().stream().map(TimedWork::total).toList();
  }

  /** There may be millions that are not late. */
  @Test
  void isReadOfLateTicksAlone() throws IOException {
    Tick late = new Tick();
    late.late = true;
    assertEquals(
        List.of(new TimedWork.Total(25, 10), TimedWork.Total.UNKNOWN), record(late, new Tick()));
  }

  @Test
  void isUnknownWhereTheEventLacksIt() throws IOException {
    assertEquals(List.of(TimedWork.Total.UNKNOWN), record(new OldTick()));
  }
}
