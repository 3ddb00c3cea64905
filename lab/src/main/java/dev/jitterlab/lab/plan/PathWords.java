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
  private static final Set<String> MODULE_PATH = Set.of("--module-path", "--upgrade-module-path");
  private static final Set<String> AGENTS = Set.of("-javaagent:", "-agentpath:");

  private PathWords() {}

  /** What a word is. */
  public enum Kind {
    /** The first word. */
    PROGRAM,
    /** What is behind {@code -jar}. */
    JAR,
    /** A part of a class path. */
    CLASS_PATH,
    /**
     * A part of a module path, an agent without its options, or a part of {@code
     * --class-path=a.jar:b.jar}.
     */
    OPTION,
    /** A part of what is behind {@code -p} or {@code @}, which may mean anything elsewhere. */
    POSSIBLE,
    /** Anything else; behind {@code -jar} and its jar, all words are the server's own. */
    OTHER
  }

  /** The command line with what becomes of each word, and of each path that is a part of one. */
  public static List<String> map(List<String> words, BiFunction<Kind, String, String> mapping) {
    List<String> mapped = new ArrayList<>();
    String before = "";
    boolean ofTheServer = false;
    for (String word : words) {
      if (mapped.isEmpty()) {
        mapped.add(mapping.apply(Kind.PROGRAM, word));
      } else if (ofTheServer) {
        mapped.add(mapping.apply(Kind.OTHER, word));
      } else if (before.equals("-jar")) {
        mapped.add(mapping.apply(Kind.JAR, word));
        ofTheServer = true;
      } else if (CLASS_PATH.contains(before)) {
        mapped.add(parts(Kind.CLASS_PATH, word, mapping));
      } else if (MODULE_PATH.contains(before)) {
        mapped.add(parts(Kind.OPTION, word, mapping));
      } else if (before.equals("-p")) {
        mapped.add(parts(Kind.POSSIBLE, word, mapping));
      } else {
        mapped.add(option(word, mapping));
      }
      before = word;
    }
    return List.copyOf(mapped);
  }

  /** A word that may have a path behind its own begin, as in {@code -javaagent:a.jar=x}. */
  private static String option(String word, BiFunction<Kind, String, String> mapping) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    if (equals >= 0 && (name.equals("--class-path") || MODULE_PATH.contains(name))) {
      return name + "=" + parts(Kind.OPTION, word.substring(equals + 1), mapping);
    }
    for (String agent : AGENTS) {
      if (name.startsWith(agent)) {
        String path = mapping.apply(Kind.OPTION, name.substring(agent.length()));
        return agent + path + word.substring(name.length());
      }
    }
    return word.startsWith("@")
        ? "@" + mapping.apply(Kind.POSSIBLE, word.substring(1))
        : mapping.apply(Kind.OTHER, word);
  }

  private static String parts(Kind kind, String path, BiFunction<Kind, String, String> mapping) {
    return Stream.of(path.split(File.pathSeparator, -1))
        .map(part -> mapping.apply(kind, part))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
