package dev.jitterlab.lab.workload;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A jar of a Maven repository.
 *
 * @param coordinates group, name and version, with colons between them
 * @param name the second of the three
 * @param file where the jar is once it was fetched, absolute; two jars of one name and version, as
 *     of a fork, have two places
 */
public record Artifact(String coordinates, String name, Path file) {
  private static final String SNAPSHOT = "-SNAPSHOT";

  private static final Pattern COORDINATES =
      Pattern.compile("(?<group>[\\w.-]+):(?<name>[\\w.-]+):(?<version>[\\w.-]+)");

  /**
   * Reads coordinates.
   *
   * @param cache where fetched jars are
   * @return empty if the text is none
   */
  public static Optional<Artifact> parse(String coordinates, Path cache) {
    Matcher parts = COORDINATES.matcher(coordinates);
    return parts.matches()
        ? Optional.of(
            new Artifact(
                coordinates,
                parts.group("name"),
                cache
                    .resolve(parts.group("group"))
                    .resolve(parts.group("name") + "-" + parts.group("version") + ".jar")))
        : Optional.empty();
  }

  /** Whether its version is one that may stand for another jar tomorrow. */
  public boolean isSnapshot() {
    return coordinates.endsWith(SNAPSHOT);
  }

  /** The user's folder of fetched jars. */
  public static Path cache(Map<String, String> environment, Path userHome) {
    String configured = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path base = configured.isBlank() ? userHome.resolve(".cache") : Path.of(configured);
    return base.resolve("jitterlab").resolve("artifacts").toAbsolutePath();
  }
}
