package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.Problem.Place;
import dev.jitterlab.lab.SearchPath;
import dev.jitterlab.lab.yaml.Problems;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the programs and jars of a command line are. Its process runs in a folder of its own, so
 * relative paths are made absolute: of the program itself, and of what is behind {@code -jar} and
 * {@code -cp}. They begin at the experiment file's folder. Other words are left as they are.
 *
 * @param path the search path of the process, where it has one of its own
 * @param known what need not be looked for: it was found before, or is fetched later
 */
record ProgramFiles(Path folder, Optional<String> path, Set<Path> known, Problems problems) {
  private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");

  ProgramFiles {
    known = Set.copyOf(known);
  }

  /** The command line with absolute paths; what is not there is reported at that place. */
  List<String> located(List<String> words, Place place) {
    List<String> located = new ArrayList<>();
    String before = "";
    boolean ofTheServer = false;
    for (String word : words) {
      if (located.isEmpty()) {
        located.add(program(word, place));
      } else if (before.equals("-jar") && !ofTheServer) {
        located.add(jar(word, place));
        ofTheServer = true;
      } else if (CLASS_PATH.contains(before) && !ofTheServer) {
        located.add(
            Stream.of(word.split(File.pathSeparator, -1))
                .map(this::absolute)
                .collect(Collectors.joining(File.pathSeparator)));
      } else {
        located.add(word);
      }
      before = word;
    }
    return List.copyOf(located);
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
      problems.add(
          place, what, "Install it, or correct its path, which begins at the file's folder.");
    }
    return word.contains("/") ? absolute(word) : word;
  }

  private String jar(String word, Place place) {
    String jar = absolute(word);
    if (!known.contains(Path.of(jar)) && !Files.isRegularFile(Path.of(jar))) {
      problems.add(
          place,
          "there is no jar " + jar,
          "Correct the path, which begins at the file's folder, or name the jar under artifacts.");
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
