package dev.jitterlab.lab.ticks;

import dev.jitterlab.lab.plan.Foreign;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
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
   * Writes a {@code ticks.hlog} beside every recording with such events that has none yet. A
   * recording that cannot be read is passed over: the check of the recordings names it.
   *
   * @throws UncheckedIOException if a log cannot be written
   */
  public static void extract(RunDirectory directory, List<Plan.Block> blocks) {
    for (Plan.Block block : blocks) {
      for (Plan.Instance instance : block.instances()) {
        Path folder = directory.instance(instance.id());
        Path log = RunDirectory.ticks(folder);
        if (instance.ticksByEvent() && !Files.exists(log)) {
          write(RunDirectory.recording(folder), instance.foreign().ticks(), log);
        }
      }
    }
  }

  private static void write(Path recording, Foreign.Ticks ticks, Path log) {
    List<Tick> found = read(recording, ticks.name());
    if (found.isEmpty()) {
      return;
    }
    try {
      EventTickLog.write(found, Math.round(1e9 / ticks.rateHz()), log);
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
