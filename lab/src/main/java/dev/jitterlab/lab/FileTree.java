package dev.jitterlab.lab;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders with all that is in them. */
public final class FileTree {
  private FileTree() {}

  /**
   * What is in a folder, by name; nothing if it is none.
   *
   * @throws java.io.UncheckedIOException if it cannot be read
   */
  public static List<Path> children(Path folder) {
    return Unchecked.io(
        () -> {
          try (Stream<Path> children =
              Files.isDirectory(folder) ? Files.list(folder) : Stream.of()) {
            return children.sorted().toList();
          }
        });
  }

  /** The same in no order; of a folder that cannot be read, or vanishes, what could be read. */
  public static List<Path> entries(Path folder) {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      stream.forEach(entries::add);
    } catch (IOException | DirectoryIteratorException e) {
      return entries;
    }
    return entries;
  }

  /** Deletes a folder; does nothing if it is not there. Links are deleted, not followed. */
  public static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
