package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.SearchPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds Maven where the script {@code jitterlab}, which builds with it, finds it too. */
final class MavenFinder {
  /** Where it looks, in words. */
  static final String PLACES = "PATH, MAVEN_HOME, /usr/share/maven, /opt and ~/.sdkman";

  private static final String PROGRAM = "mvn";

  private MavenFinder() {}

  /**
   * The first program {@code mvn}.
   *
   * @param environment {@code PATH}, {@code MAVEN_HOME} and {@code HOME} count
   * @param root the root of the file system
   */
  static Optional<Path> find(Map<String, String> environment, Path root) {
    return SearchPath.find(PROGRAM, environment)
        .or(
            () ->
                homes(environment, root)
                    .map(home -> home.resolve("bin").resolve(PROGRAM))
                    .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                    .findFirst());
  }

  private static Stream<Path> homes(Map<String, String> environment, Path root) {
    return Stream.of(
            folder(environment, "MAVEN_HOME").stream(),
            Stream.of(root.resolve("usr/share/maven")),
            FileTree.entries(root.resolve("opt")).stream()
                .filter(child -> child.getFileName().toString().contains("maven"))
                .sorted(),
            folder(environment, "HOME").stream()
                .map(home -> home.resolve(".sdkman/candidates/maven/current")))
        .flatMap(homes -> homes);
  }

  private static Optional<Path> folder(Map<String, String> environment, String variable) {
    return Optional.ofNullable(environment.get(variable))
        .filter(text -> !text.isBlank())
        .map(Path::of);
  }
}
