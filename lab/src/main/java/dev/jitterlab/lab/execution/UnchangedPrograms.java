package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.run.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;

/**
 * Whether the jars of a run under way are still those that it began with: somebody may build while
 * it goes on. A jar that looks the same is not read again. For one thread.
 */
final class UnchangedPrograms {
  private final Programs before;
  private final Map<String, Stamp> seen = new HashMap<>();

  /** What a file looks like from outside. */
  private record Stamp(long bytes, FileTime modified) {
    static Stamp of(String path) throws IOException {
      BasicFileAttributes file = Files.readAttributes(Path.of(path), BasicFileAttributes.class);
      return new Stamp(file.size(), file.lastModifiedTime());
    }
  }

  /**
   * Creates it.
   *
   * @param before the jars as they are now
   */
  UnchangedPrograms(Programs before) throws IOException {
    this.before = before;
    for (String jar : before.sha256().keySet()) {
      seen.put(jar, Stamp.of(jar));
    }
  }

  /**
   * Looks at each of them.
   *
   * @throws LabException if one has another content, or is gone
   */
  void require() throws IOException {
    for (Map.Entry<String, String> jar : before.sha256().entrySet()) {
      if (!isSame(jar.getKey(), jar.getValue())) {
        throw LabException.failed(
            jar.getKey(),
            "the jar has changed while the run went on, so that the servers of one group would be of"
                + " two builds",
            "Restore it and continue with ./jitterlab resume, or begin a new run. Build nothing that"
                + " a run uses before it has ended.");
      }
    }
  }

  private boolean isSame(String jar, String sha256) throws IOException {
    if (!Files.isRegularFile(Path.of(jar))) {
      return false;
    }
    Stamp now = Stamp.of(jar);
    if (now.equals(seen.get(jar))) {
      return true;
    }
    seen.put(jar, now);
    return PlannedPrograms.digest(Path.of(jar)).equals(sha256);
  }
}
