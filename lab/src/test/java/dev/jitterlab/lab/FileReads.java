package dev.jitterlab.lab;

import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** What this JVM reads of files, as its own flight recorder sees it. */
public final class FileReads {
  private FileReads() {}

  /**
   * How often each tick log of a run is read whole while the action runs, by its path in the run;
   * half of a file counts as half.
   */
  public static Map<String, Double> ofTickLogs(RunDirectory run, Runnable action)
      throws IOException {
    Path events = Files.createTempFile("reads", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.FileRead").withoutThreshold().withoutStackTrace();
      recording.start();
      action.run();
      recording.stop();
      recording.dump(events);
      Map<String, Double> reads = tickLogs(run);
      for (RecordedEvent read : RecordingFile.readAllEvents(events)) {
        Path file = Path.of(read.getString("path"));
        if (file.startsWith(run.root())) {
          double share = (double) Math.max(0, read.getLong("bytesRead")) / Files.size(file);
          reads.computeIfPresent(run.root().relativize(file).toString(), (_, sum) -> sum + share);
        }
      }
      return reads;
    } finally {
      Files.delete(events);
    }
  }

  private static Map<String, Double> tickLogs(RunDirectory run) throws IOException {
    Map<String, Double> none = new TreeMap<>();
    try (Stream<Path> files = Files.walk(run.root())) {
      files
          .filter(file -> file.endsWith("ticks.hlog"))
          .forEach(file -> none.put(run.root().relativize(file).toString(), 0.0));
    }
    return none;
  }
}
