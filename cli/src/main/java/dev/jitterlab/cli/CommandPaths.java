package dev.jitterlab.cli;

import dev.jitterlab.lab.experiment.Arguments;
import dev.jitterlab.lab.placeholder.Placeholders;
import dev.jitterlab.lab.plan.PathWords;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The files that a command names, from where the user stands. Words that are paths by their place
 * in the command are located even if nothing is there, so that an error names the path that the
 * user meant. Any other word is only located if it names a file. Immutable.
 */
final class CommandPaths {
  private static final String HERE = "here";

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
    List<String> located =
        PathWords.map(
            words,
            (kind, word) ->
                switch (kind) {
                  case PROGRAM -> word.contains("/") ? path(word) : file(word);
                  case JAR, CLASS_PATH, OPTION -> path(word);
                  case POSSIBLE -> possiblePath(word);
                  case OTHER -> file(word);
                });
    return located.equals(words)
        ? command
        : located.stream().map(Arguments::quoted).collect(Collectors.joining(" "));
  }

  /** A path; what begins with a placeholder begins elsewhere. */
  private String path(String word) {
    String path = withHere(word);
    return path.isEmpty() || path.startsWith("/") || path.startsWith("${") ? path : absolute(path);
  }

  /** A file or folder, if it is there: behind {@code -p} many a program has a port. */
  private String possiblePath(String word) {
    return Files.exists(folder.resolve(word)) ? path(word) : file(word);
  }

  /** A word that names a file here, as in {@code conf/app.yml} or {@code --config=conf/app.yml}. */
  private String file(String word) {
    String path = word.substring(word.indexOf('=') + 1);
    if (path.isEmpty()
        || path.contains("${")
        || path.startsWith("/")
        || !Files.isRegularFile(folder.resolve(path))) {
      return withHere(word);
    }
    return word.substring(0, word.length() - path.length()) + absolute(path);
  }

  private String absolute(String path) {
    return isInFolder ? "${" + HERE + "}/" + path : folder.resolve(path).normalize().toString();
  }

  /** In an experiment that is in another folder, {@code ${here}} would be that one. */
  private String withHere(String word) {
    return isInFolder
        ? word
        : Placeholders.fillKnown(
            word,
            one ->
                one.isClosed() && one.name().equals(HERE)
                    ? Optional.of(folder.toString())
                    : Optional.empty());
  }
}
