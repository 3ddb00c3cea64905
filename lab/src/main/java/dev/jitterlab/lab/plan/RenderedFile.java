package dev.jitterlab.lab.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The outcome of a template.
 *
 * @param path relative to the folder of rendered files, and inside it
 * @param text the whole file
 */
public record RenderedFile(Path path, String text) {
  /** Writes it below that folder, with the folders that it needs. */
  public void write(Path folder) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, text);
  }
}
