package dev.jitterlab.locks;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How often Linux switched this process's threads; those that have ended are not counted. */
final class ContextSwitches {
  private static final String VOLUNTARY = "voluntary_ctxt_switches:";
  private static final String FORCED = "nonvoluntary_ctxt_switches:";

  /** Because a thread waited, and because its time was over. */
  static final class Counts {
    final long voluntary;
    final long forced;

    private Counts(long voluntary, long forced) {
      this.voluntary = voluntary;
      this.forced = forced;
    }
  }

  private ContextSwitches() {}

  /**
   * Reads them.
   *
   * @param tasks /proc/self/task
   * @return empty where the system does not tell
   */
  static Optional<Counts> read(Path tasks) {
    long voluntary = 0;
    long forced = 0;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        for (String line : lines(thread.resolve("status"))) {
          if (line.startsWith(VOLUNTARY)) {
            voluntary += number(line, VOLUNTARY);
          } else if (line.startsWith(FORCED)) {
            forced += number(line, FORCED);
          }
        }
      }
    } catch (IOException e) {
      return Optional.empty();
    }
    return Optional.of(new Counts(voluntary, forced));
  }

  private static Iterable<String> lines(Path status) {
    try {
      return Files.readAllLines(status);
    } catch (IOException e) {
      return List.of(); // the thread has ended
    }
  }

  private static long number(String line, String name) {
    return Long.parseLong(line.substring(name.length()).strip());
  }
}
