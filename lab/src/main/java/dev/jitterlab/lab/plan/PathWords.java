package dev.jitterlab.lab.plan;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The words of a command line that are paths because of where they stand. Stateless. */
public final class PathWords {
  private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");

  private PathWords() {}

  /** What a word is. */
  public enum Kind {
    /** The first word. */
    PROGRAM,
    /** What is behind {@code -jar}. */
    JAR,
    /** A part of a class path. */
    CLASS_PATH,
    /** Anything else; behind {@code -jar} and its jar, all words are the server's own. */
    OTHER
  }

  /** The command line with what becomes of each word, and of each part of a class path. */
  public static List<String> map(List<String> words, BiFunction<Kind, String, String> mapping) {
    List<String> mapped = new ArrayList<>();
    String before = "";
    boolean ofTheServer = false;
    for (String word : words) {
      if (mapped.isEmpty()) {
        mapped.add(mapping.apply(Kind.PROGRAM, word));
      } else if (before.equals("-jar") && !ofTheServer) {
        mapped.add(mapping.apply(Kind.JAR, word));
        ofTheServer = true;
      } else if (CLASS_PATH.contains(before) && !ofTheServer) {
        mapped.add(
            Stream.of(word.split(File.pathSeparator, -1))
                .map(part -> mapping.apply(Kind.CLASS_PATH, part))
                .collect(Collectors.joining(File.pathSeparator)));
      } else {
        mapped.add(mapping.apply(Kind.OTHER, word));
      }
      before = word;
    }
    return List.copyOf(mapped);
  }
}
