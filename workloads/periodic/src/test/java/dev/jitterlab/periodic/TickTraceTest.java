package dev.jitterlab.periodic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.tick.ExternalTask;
import dev.jitterlab.tick.Rate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TickTraceTest {
  private static final String HEAD =
      "task,thread,scheduled,started,finished,run-queue,cpu,run-queue-in-execution";

  @TempDir Path folder;

  private List<String> written(TickTrace trace) throws IOException {
    Path file = folder.resolve("ticks.csv");
    trace.write(file);
    return Files.readAllLines(file);
  }

  @Test
  void writesWhatBeganSinceTheMeasurementDid() throws IOException {
    TickTrace trace = new TickTrace(10);
    ExternalTask task = new ExternalTask("t", Rate.hz(1000), trace);
    task.ticked(1_000_000, 1_000_100, 1_000_200);
    trace.begin(2_000_000);
    task.ticked(2_000_000, 2_000_100, 2_000_300);

    long thread = Thread.currentThread().getId();
    assertEquals(
        List.of(
            "# from 2000000, left out 0",
            HEAD,
            "t," + thread + ",2000000,2000100,2000300,-1,-1,-1"),
        written(trace));
  }

  @Test
  void saysHowManyThereWasNoRoomFor() throws IOException {
    TickTrace trace = new TickTrace(1);
    trace.begin(0);
    ExternalTask task = new ExternalTask("t", Rate.hz(1000), trace);
    task.ticked(1_000_000, 1_000_100, 1_000_200);
    task.ticked(2_000_000, 2_000_100, 2_000_200);

    List<String> lines = written(trace);
    assertEquals("# from 0, left out 1", lines.get(0));
    assertEquals(3, lines.size());
  }
}
