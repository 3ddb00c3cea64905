package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.Problem.Place;
import dev.jitterlab.lab.SearchPath;
import dev.jitterlab.lab.yaml.Problems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where the programs and jars of a command line are. Its process runs in a folder of its own, so
 * relative paths are made absolute: of the program itself, and of what is behind {@code -jar} and
 * {@code -cp}. They begin at the experiment file's folder. Other words are left as they are.
 *
 * @param path the search path of the process, where it has one of its own
 * @param known what need not be looked for: it was found before, or is fetched later
 */
record ProgramFiles(Path folder, Optional<String> path, Set<Path> known, Problems problems) {
  ProgramFiles {
    known = Set.copyOf(known);
  }

  /** The command line with absolute paths; what is not there is reported at that place. */
  List<String> located(List<String> words, Place place) {
    return PathWords.map(
        words,
        (kind, word) ->
            switch (kind) {
              case PROGRAM -> program(word, place);
              case JAR -> jar(word, place);
              case CLASS_PATH -> absolute(word);
              case OPTION, POSSIBLE, OTHER -> word;
            });
  }

  private String program(String word, Place place) {
    if (known.contains(Path.of(word))) {
      return word;
    }
    boolean found =
        word.contains("/")
            ? Files.isExecutable(Path.of(absolute(word)))
            : SearchPath.find(word, path.map(own -> Map.of("PATH", own)).orElse(System.getenv()))
                .isPresent();
    if (!found) {
      String what =
          word.contains("/")
              ? "there is no program " + absolute(word)
              : "there is no program `" + word + "` on the PATH";
      boolean isRelative = word.contains("/") && !word.startsWith("/");
      String where = isRelative ? ", which begins at the file's folder" : "";
      problems.add(place, what, "Install it, or correct its path" + where + ".");
    }
    return word.contains("/") ? absolute(word) : word;
  }

  private String jar(String word, Place place) {
    String jar = absolute(word);
    if (!known.contains(Path.of(jar)) && !Files.isRegularFile(Path.of(jar))) {
      String remedy =
          word.startsWith("/")
              ? "Correct the path, or build the jar first."
              : "Correct the path, which begins at the file's folder, or name the jar under"
                  + " artifacts.";
      problems.add(place, "there is no jar " + jar, remedy);
    }
    return jar;
  }

  /** What is left for the start to fill is a path of the process's own. */
  private String absolute(String path) {
    return path.isEmpty() || path.startsWith("${")
        ? path
        : folder.resolve(path).normalize().toString();
  }
}
