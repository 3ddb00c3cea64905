package dev.jitterlab.lab.ticks;

import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.run.Sample;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Makes tick logs and samples of the flight recordings of servers that emit an event for every
 * tick. Everything that reads tick logs and samples then works as for servers that write their own.
 */
public final class EventTicks {
  private EventTicks() {}

  /**
   * Writes a tick log of the events of that name in a flight recording, after it has handed over
   * the samples that go with it; neither if there is such a log already, or if there are no such
   * events. A recording that cannot be read is passed over: the check of the recordings names it. A
   * log of an older lab, whose drift was another or whose ticks belonged to other seconds, is
   * written anew where the recording is there.
   *
   * @param source whose ticks they are: the samples' source
   * @param rateHz how many ticks a second the server should make
   * @param measured its ends are sampled, too
   * @param samples takes all of them, once
   * @throws UncheckedIOException if the log cannot be written
   */
  public static void extract(
      Path recording,
      String event,
      double rateHz,
      String source,
      MeasuredWindows measured,
      Path log,
      Consumer<List<Sample>> samples) {
    List<EventTick.Span> found = isWritten(log) ? List.of() : read(recording, event);
    if (found.isEmpty()) {
      return;
    }
    List<EventTick> ticks = EventTick.judge(found, rateHz);
    samples.accept(EventTickCounts.samples(source, ticks, rateHz, measured));
    Unchecked.io(() -> EventTickLog.write(ticks, Math.round(measured.to() * 1e9), log));
  }

  private static boolean isWritten(Path log) {
    if (!Files.isRegularFile(log)) {
      return false;
    }
    try (BufferedReader lines = Files.newBufferedReader(log)) {
      return ("#" + EventTickLog.TITLE).equals(lines.readLine());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** In order of their start; a recording is not. */
  static List<EventTick.Span> read(Path recording, String event) {
    List<EventTick.Span> ticks = new ArrayList<>();
    if (Files.isRegularFile(recording)) {
      try (RecordingFile file = new RecordingFile(recording)) {
        while (file.hasMoreEvents()) {
          RecordedEvent next = file.readEvent();
          if (next.getEventType().getName().equals(event)) {
            ticks.add(new EventTick.Span(nanos(next.getStartTime()), nanos(next.getEndTime())));
          }
        }
      } catch (IOException e) {
        return List.of();
      }
    }
    ticks.sort(Comparator.comparingLong(EventTick.Span::startNs));
    return ticks;
  }

  private static long nanos(Instant time) {
    return time.getEpochSecond() * 1_000_000_000 + time.getNano();
  }
}
