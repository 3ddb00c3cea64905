package dev.jitterlab.lab.jdk;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds programs as a shell does: in the folders of {@code PATH}, in order. */
public final class SearchPath {
  private SearchPath() {}

  /** The first executable file of that name. */
  public static Optional<Path> find(String program, Map<String, String> environment) {
    return Stream.of(environment.getOrDefault("PATH", "").split(":", -1))
        .filter(folder -> !folder.isBlank())
        .map(folder -> Path.of(folder, program))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }
}
