package dev.jitterlab.sockets;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The CPU time of a process, to the nanosecond: the sum of its threads, from {@code
 * /proc/self/task/<id>/schedstat}. The process's own figure in {@code /proc} comes in steps of 10
 * ms, a hundredth of a second that is measured. A thread that has ended keeps counting with what it
 * had when it was last seen. For one thread at a time.
 */
final class OwnCpu {
  private final Path tasks;
  private final Map<String, Long> byThread = new HashMap<>();

  /**
   * @param tasks /proc/self/task
   */
  OwnCpu(Path tasks) {
    this.tasks = tasks;
  }

  static OwnCpu ofThisProcess() {
    return new OwnCpu(Path.of("/proc/self/task"));
  }

  /**
   * Reads it.
   *
   * @throws IOException if the system does not tell
   */
  synchronized long ns() throws IOException {
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        read(thread);
      }
    }
    return lastNs();
  }

  /** The same; what was read last where the system does not tell, as of a process that is gone. */
  synchronized long knownNs() {
    try {
      return ns();
    } catch (IOException e) {
      return lastNs();
    }
  }

  private long lastNs() {
    return byThread.values().stream().mapToLong(Long::longValue).sum();
  }

  private void read(Path thread) {
    String id = thread.getFileName().toString();
    try {
      String line = Files.readString(thread.resolve("schedstat"), StandardCharsets.US_ASCII);
      byThread.merge(id, Long.parseLong(line.substring(0, line.indexOf(' '))), Math::max);
    } catch (IOException e) {
      // The thread has just ended.
    }
  }
}
