package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.SearchPath;
import dev.jitterlab.lab.Tool;
import dev.jitterlab.lab.plan.Foreign;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.progress.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Fetches the jars of a plan that are not there yet, with the machine's Maven and its settings. */
final class Artifacts {
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final int SHOWN_LINES = 12;

  private Artifacts() {}

  /**
   * Fetches them; those that are there are left as they are.
   *
   * @param environment {@code PATH} says where {@code mvn} is
   * @throws LabException if there is no Maven, or it does not find a jar
   */
  static void fetch(List<Plan.Block> blocks, Map<String, String> environment, Progress progress)
      throws IOException {
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
        fetch(artifact.getKey(), file, environment);
      }
    }
  }

  private static void fetch(String coordinates, Path file, Map<String, String> environment)
      throws IOException {
    Path maven =
        SearchPath.find("mvn", environment)
            .orElseThrow(
                () ->
                    failed(coordinates, "there is no mvn on the PATH to fetch it with", file, ""));
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
      String[] lines = result.output().lines().toArray(String[]::new);
      int from = Math.max(0, lines.length - SHOWN_LINES);
      String tail = String.join("\n", List.of(lines).subList(from, lines.length));
      throw failed(coordinates, "Maven could not fetch it", file, tail);
    }
  }

  private static LabException failed(String coordinates, String what, Path file, String details) {
    return LabException.wrong(
            coordinates, what, "Correct the coordinates, or put the jar there: " + file)
        .withDetails(details);
  }
}
