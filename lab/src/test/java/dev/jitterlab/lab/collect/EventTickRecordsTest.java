package dev.jitterlab.lab.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.collect.SamplesReader.Point;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.Sample;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventTickRecordsTest {
  private static final String OVERDUE = "jitterlab_ticks_overdue_total";

  /** Long before the tick: nothing was overdue then. */
  private static final MeasuredWindows MEASURED = MeasuredWindows.of(1, 2);

  @TempDir private Path folder;
  private RunDirectory run;
  private Path recording;
  private Path log;

  @Name("test.RecordedTick")
  private static final class RecordedTick extends Event {}

  @BeforeEach
  void recordATick() throws IOException {
    run = new RunDirectory(folder);
    Path server = Files.createDirectories(run.instance("a/1"));
    recording = server.resolve("recording.jfr");
    log = RunDirectory.ticks(server);
    try (Recording flight = new Recording()) {
      flight.start();
      new RecordedTick().commit();
      flight.stop();
      flight.dump(recording);
    }
  }

  private void take() {
    EventTickRecords.take(run, "a/1", recording, "test.RecordedTick", 20, MEASURED);
  }

  private void spool(Sample... samples) throws IOException {
    try (SampleSpool spool = new SampleSpool(run)) {
      spool.offer(List.of(samples));
    }
  }

  private List<Point> series(String source, String metric) {
    try (SamplesReader samples = SamplesReader.open(run).orElseThrow()) {
      return samples.series(source, metric, null, 0, 9);
    }
  }

  /** Of two samples of one time the reader takes the greater, which is the older lab's here. */
  @Test
  void replacesTheCountsOfAnOlderLab() throws IOException {
    Files.writeString(log, "#[jitterlab tick log, of an older lab]\n");
    spool(
        new Sample(2, "a/1", OVERDUE, "", 300),
        new Sample(2, "a/1", "process_cpu_seconds_total", "", 7),
        new Sample(2, "b/1", OVERDUE, "", 300));
    SampleDatabase.load(run);
    spool(new Sample(1, "a/1", OVERDUE, "", 200)); // that lab was killed before it loaded this one
    take();

    assertEquals(List.of(new Point(1, 0), new Point(2, 0)), series("a/1", OVERDUE));
    assertEquals(List.of(new Point(2, 7)), series("a/1", "process_cpu_seconds_total"));
    assertEquals(List.of(new Point(2, 300)), series("b/1", OVERDUE));
  }

  @Test
  void takesTheTicksOfOneServerOnce() throws IOException {
    take();
    assertEquals(List.of(new Point(1, 0), new Point(2, 0)), series("a/1", OVERDUE));
    spool(new Sample(2, "a/1", OVERDUE, "", 300));
    take();

    assertEquals(List.of(new Point(1, 0), new Point(2, 300)), series("a/1", OVERDUE));
  }
}
