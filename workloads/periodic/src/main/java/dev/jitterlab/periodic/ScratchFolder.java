package dev.jitterlab.periodic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A temporary folder of files that is gone when it is closed. */
final class ScratchFolder implements AutoCloseable {
  private final Path path;

  private ScratchFolder(Path path) {
    this.path = path;
  }

  static ScratchFolder create() throws IOException {
    return new ScratchFolder(Files.createTempDirectory("jitterlab-"));
  }

  Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    List<Path> files;
    try (Stream<Path> listed = Files.list(path)) {
      files = listed.collect(Collectors.toList());
    }
    for (Path file : files) {
      Files.delete(file);
    }
    Files.delete(path);
  }
}
