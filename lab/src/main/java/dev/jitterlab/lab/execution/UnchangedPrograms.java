package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Whether the jars and JDKs of a run under way are still those that it began with: somebody may
 * build while it goes on, and a system may update its JDK in place. A file that looks the same is
 * not read again. For one thread.
 */
final class UnchangedPrograms {
  private final Map<String, String> jars;

  /** The file in which a JDK says which build it is, to its SHA-256. */
  private final Map<String, String> releases = new TreeMap<>();

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
   * @param plan whose JDKs are those that are there now
   */
  UnchangedPrograms(Programs before, Plan plan) throws IOException {
    this.jars = before.sha256();
    for (String jar : jars.keySet()) {
      seen.put(jar, Stamp.of(jar));
    }
    for (Path release : PlannedPrograms.releases(plan)) {
      seen.put(release.toString(), Stamp.of(release.toString()));
      releases.put(release.toString(), PlannedPrograms.digest(release));
    }
  }

  /**
   * Looks at each of them.
   *
   * @throws LabException if one has another content, or is gone
   */
  void require() throws IOException {
    requireSame(
        jars,
        "the jar has changed while the run went on, so that the servers of one group would be of"
            + " two builds",
        "Restore it and continue with ./jitterlab resume, or begin a new run. Build nothing that a"
            + " run uses before it has ended.");
    requireSame(
        releases,
        "the JDK has changed while the run went on, so that the servers of one group would run on"
            + " two builds of it",
        "Restore it and continue with ./jitterlab resume, or begin a new run. Update no JDK that a"
            + " run uses before it has ended.");
  }

  private void requireSame(Map<String, String> files, String what, String remedy)
      throws IOException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      if (!isSame(file.getKey(), file.getValue())) {
        throw LabException.failed(file.getKey(), what, remedy);
      }
    }
  }

  private boolean isSame(String file, String sha256) throws IOException {
    if (!Files.isRegularFile(Path.of(file))) {
      return false;
    }
    Stamp now = Stamp.of(file);
    if (now.equals(seen.get(file))) {
      return true;
    }
    seen.put(file, now);
    return PlannedPrograms.digest(Path.of(file)).equals(sha256);
  }
}
