package dev.jitterlab.lab.run;

import dev.jitterlab.lab.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A folder that is written into: nothing of the user's may be in it. */
public final class EmptyFolder {
  private EmptyFolder() {}

  /**
   * Checks that the folder is empty or not there yet.
   *
   * @param option the command line's option for another folder, such as {@code --out}
   * @throws LabException if it is not
   */
  public static void require(Path root, String option) {
    try (Stream<Path> files = Files.isDirectory(root) ? Files.list(root) : Stream.empty()) {
      if (files.findAny().isPresent() || (Files.exists(root) && !Files.isDirectory(root))) {
        throw LabException.wrong(
            root.toString(),
            "the folder is there already and is not empty",
            "Give another folder with " + option + ", or remove this one.");
      }
    } catch (IOException e) {
      throw LabException.wrong(
              root.toString(),
              "the folder cannot be read",
              "Give another folder with " + option + ".")
          .because(e);
    }
  }
}
