package dev.jitterlab.cli;

import dev.jitterlab.lab.experiment.Arguments;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The files that a command names, from where the user stands. Immutable. */
final class CommandPaths {
  private final Path folder;
  private final boolean isInFolder;

  /**
   * Takes where both are.
   *
   * @param folder the current one, at which the paths of the commands begin
   * @param file the experiment that will have the command
   */
  CommandPaths(Path folder, Path file) {
    this.folder = folder.toAbsolutePath().normalize();
    this.isInFolder = this.folder.equals(file.toAbsolutePath().normalize().getParent());
  }

  /** The command with paths that hold wherever its process runs: in a folder of its own. */
  String located(String command) {
    List<String> words = Arguments.split(command).orElseThrow();
    List<String> located = words.stream().map(this::locatedWord).toList();
    return located.equals(words)
        ? command
        : located.stream().map(CommandWords::word).collect(Collectors.joining(" "));
  }

  /** A word that names a file here, as in {@code conf/app.yml} or {@code --config=conf/app.yml}. */
  private String locatedWord(String word) {
    String path = word.substring(word.indexOf('=') + 1);
    if (path.isEmpty()
        || path.contains("${")
        || path.startsWith("/")
        || !Files.isRegularFile(folder.resolve(path))) {
      return word;
    }
    String option = word.substring(0, word.length() - path.length());
    return option + (isInFolder ? "${here}/" + path : folder.resolve(path).normalize());
  }
}
