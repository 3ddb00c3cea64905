package dev.jitterlab.lab.collect;

import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.Sample;
import dev.jitterlab.lab.ticks.EventTicks;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Takes the ticks that a server recorded as events into the run's tick logs and samples, when its
 * block is over: before that a flight recording cannot be read.
 */
public final class EventTickRecords {
  private EventTickRecords() {}

  /**
   * Writes the tick log of one server and spools its samples; does nothing if that was done before.
   * Those that an older lab has made go first: of two samples of one time the greater counts, and
   * its schedule was another. Nobody else may write the spool meanwhile.
   *
   * @param event the name of the event that stands for a tick
   * @param measured when it was measured
   * @throws UncheckedIOException if one of the files cannot be written
   */
  public static void take(
      RunDirectory run,
      String id,
      Path recording,
      String event,
      double rateHz,
      MeasuredWindows measured) {
    Path log = RunDirectory.ticks(run.instance(id));
    EventTicks.extract(
        recording, event, rateHz, id, measured, log, samples -> replace(run, id, log, samples));
  }

  /** A log that is there now is an older lab's: {@link EventTicks} leaves any other alone. */
  private static void replace(RunDirectory run, String id, Path log, List<Sample> samples) {
    if (Files.isRegularFile(log)) {
      List<String> metrics = samples.stream().map(Sample::metric).distinct().toList();
      SampleDatabase.deleteSeries(run, id, metrics);
    }
    spool(run, samples);
  }

  private static void spool(RunDirectory run, List<Sample> samples) {
    try {
      SampleSpool spool = new SampleSpool(run);
      try (spool) {
        spool.offer(samples);
      }
      if (spool.failure().isPresent()) {
        throw spool.failure().get();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
