package dev.jitterlab.lab.ticks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Makes tick logs of the flight recordings of servers that emit an event for every tick. Everything
 * that reads tick logs then works as for servers that write their own.
 */
public final class EventTicks {
  private EventTicks() {}

  /** A tick as its event has it, in nanoseconds since the epoch. */
  record Tick(long startNs, long endNs) {}

  /**
   * Writes a tick log of the events of that name in a flight recording; not if there is one
   * already, or if there are no such events. A recording that cannot be read is passed over: the
   * check of the recordings names it.
   *
   * @param rateHz how many ticks a second the server should make
   * @throws UncheckedIOException if the log cannot be written
   */
  public static void extract(Path recording, String event, double rateHz, Path log) {
    List<Tick> found = Files.exists(log) ? List.of() : read(recording, event);
    if (found.isEmpty()) {
      return;
    }
    try {
      EventTickLog.write(found, Math.round(1e9 / rateHz), log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** In order of their start; a recording is not. */
  static List<Tick> read(Path recording, String event) {
    List<Tick> ticks = new ArrayList<>();
    if (Files.isRegularFile(recording)) {
      try (RecordingFile file = new RecordingFile(recording)) {
        while (file.hasMoreEvents()) {
          RecordedEvent next = file.readEvent();
          if (next.getEventType().getName().equals(event)) {
            ticks.add(new Tick(nanos(next.getStartTime()), nanos(next.getEndTime())));
          }
        }
      } catch (IOException e) {
        return List.of();
      }
    }
    ticks.sort(Comparator.comparingLong(Tick::startNs));
    return ticks;
  }

  private static long nanos(Instant time) {
    return time.getEpochSecond() * 1_000_000_000 + time.getNano();
  }
}
