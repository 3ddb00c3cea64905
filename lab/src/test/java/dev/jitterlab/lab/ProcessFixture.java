package dev.jitterlab.lab;

import dev.jitterlab.lab.collector.FlightRecording;
import dev.jitterlab.lab.collector.GcLog;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the processes of a {@link RunDirectoryFixture} leave in their folders. */
final class ProcessFixture {
  private final Map<String, Integer> unloggedSeconds = new HashMap<>();
  private final Map<String, Integer> slowSeconds = new HashMap<>();
  private final Map<String, String> state = new HashMap<>();
  private final Set<String> unrecorded = new HashSet<>();

  void state(String id, String word) {
    state.put(id, word);
  }

  void tickLogLacks(String id, int seconds) {
    unloggedSeconds.put(id, seconds);
  }

  /** Its ticks are slow until so many seconds after the measurement's begin. */
  void slowUntil(String id, int seconds) {
    slowSeconds.put(id, seconds);
  }

  void withoutRecording(String id) {
    unrecorded.add(id);
  }

  /** Writes its record, output, recordings and tick log. */
  void write(String id, int block, Path folder, double medianDriftNs, double from, double to)
      throws IOException {
    Files.createDirectories(folder);
    String became = state.getOrDefault(id, "stopped");
    int exitCode = became.equals("died") ? 1 : became.equals("killed") ? 137 : 143;
    Json.write(
        RunDirectory.process(folder),
        new ProcessRecord(
            id,
            block,
            List.of("java", "Server"),
            4711,
            from - 5,
            from - 4,
            Map.of("metrics", "http://127.0.0.1:1/metrics"),
            new ProcessRecord.Fate(
                became.equals("died") ? null : to + 0.5, to + 0.6, exitCode, became),
            null));
    Files.writeString(RunDirectory.stdout(folder), "JITTERLAB READY\n");
    if (!unrecorded.contains(id)) {
      Files.writeString(
          GcLog.file(folder),
          "[%dms][0.004s][info][gc] Using G1\n".formatted(Math.round((from - 4) * 1e3)));
      Files.write(FlightRecording.file(folder), JfrFixture.recording(from - 4, to + 0.5));
    }
    int lacking = unloggedSeconds.getOrDefault(id, 0);
    if (lacking < to - from) {
      TickLogFixture.write(
          RunDirectory.ticks(folder),
          id,
          medianDriftNs,
          from - RunDirectoryFixture.WARMUP_SECONDS,
          from,
          from + slowSeconds.getOrDefault(id, -RunDirectoryFixture.WARMUP_SECONDS),
          to + 1.5 - lacking);
    }
  }
}
