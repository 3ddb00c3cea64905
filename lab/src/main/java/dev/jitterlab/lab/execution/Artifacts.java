package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Tool;
import dev.jitterlab.lab.plan.Foreign;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.progress.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Fetches the jars of a plan that are not there yet, with the machine's Maven and its settings. */
final class Artifacts {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private Artifacts() {}

  /**
   * Fetches them; those that are there are left as they are.
   *
   * @param environment says where Maven may be; it is Maven's own too
   * @throws LabException if there is no Maven, or it does not fetch a jar
   */
  static void fetch(List<Plan.Block> blocks, Map<String, String> environment, Progress progress) {
    fetch(blocks, environment, Path.of("/"), progress);
  }

  /** The same, with another root of the file system. */
  static void fetch(
      List<Plan.Block> blocks, Map<String, String> environment, Path root, Progress progress) {
    Map<String, String> wanted = new TreeMap<>();
    blocks.stream()
        .flatMap(block -> block.instances().stream())
        .map(Plan.Instance::foreign)
        .filter(foreign -> foreign != null)
        .map(Foreign::artifacts)
        .forEach(wanted::putAll);
    for (Map.Entry<String, String> artifact : wanted.entrySet()) {
      Path file = Path.of(artifact.getValue());
      if (!Files.isRegularFile(file)) {
        progress.note("Fetching " + artifact.getKey() + " …");
        Path maven =
            MavenFinder.find(environment, root).orElseThrow(() -> noMaven(artifact.getKey(), file));
        fetch(maven, artifact.getKey(), file, environment);
      }
    }
  }

  /** Beside the file first: half a jar shall not be taken for one that is there. */
  private static void fetch(
      Path maven, String coordinates, Path file, Map<String, String> environment) {
    try {
      Files.createDirectories(file.getParent());
      Path part = Files.createTempDirectory(file.getParent(), "fetching-");
      try {
        Path whole = part.resolve(file.getFileName());
        copy(maven, coordinates, whole, environment);
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        FileTree.delete(part);
      }
    } catch (IOException e) {
      throw notFetched(coordinates, file, String.valueOf(e.getMessage()));
    }
  }

  private static void copy(
      Path maven, String coordinates, Path file, Map<String, String> environment)
      throws IOException {
    Tool.Result result =
        Tool.run(
            List.of(
                maven.toString(),
                "-B",
                "-ntp",
                "-N",
                "dependency:copy",
                "-Dartifact=" + coordinates,
                "-DoutputDirectory=" + file.getParent()),
            environment,
            LIMIT);
    if (!result.succeeded() || !Files.isRegularFile(file)) {
      throw new IOException(result.lastLines());
    }
  }

  private static LabException noMaven(String coordinates, Path file) {
    return LabException.failed(
        coordinates,
        "there is no Maven to fetch it with (looked in " + MavenFinder.PLACES + ")",
        "Install Maven, or put its bin folder on the PATH, or put the jar there: " + file);
  }

  private static LabException notFetched(String coordinates, Path file, String details) {
    return LabException.failed(
            coordinates,
            "Maven could not fetch it",
            "Check the network and the coordinates, or put the jar there: " + file)
        .withDetails(details);
  }
}
