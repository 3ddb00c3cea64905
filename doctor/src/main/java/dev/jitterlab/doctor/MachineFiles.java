package dev.jitterlab.doctor;

import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.WholeFile;
import dev.jitterlab.lab.run.Environment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a machine as the kernel shows them. Reads only.
 *
 * @param root the root of the file system
 * @param environment what the lab knows of the machine already
 */
record MachineFiles(Path root, Environment environment) {
  /** What a file below the root says; empty if this machine does not show it. */
  Optional<String> text(String file) {
    return WholeFile.text(root.resolve(file));
  }

  /** The number in a file; empty if there is none. */
  Optional<Long> number(String file) {
    return text(file).filter(text -> text.matches("-?\\d{1,18}")).map(Long::valueOf);
  }

  /** The word that a file marks with brackets, as in {@code always [madvise] never}. */
  Optional<String> chosen(String file) {
    return text(file)
        .filter(text -> text.contains("[") && text.indexOf(']') > text.indexOf('['))
        .map(text -> text.substring(text.indexOf('[') + 1, text.indexOf(']')));
  }

  /** The folders in a folder, in the order of their names; none if it is not there. */
  List<String> folders(String folder) {
    return FileTree.entries(root.resolve(folder)).stream()
        .map(path -> path.getFileName().toString())
        .sorted()
        .toList();
  }
}
