package dev.jitterlab.lab.proof;

import dev.jitterlab.lab.experiment.Arguments;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The words of a planned command line that reach its JVM as flags. Stateless. */
final class JvmWords {
  private static final Pattern LAUNCHER = Pattern.compile("([^=]*/)?java");
  private static final Pattern VARIABLE = Pattern.compile("(?s)[A-Za-z_][A-Za-z0-9_]*=.*");
  private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");

  /** Behind these the program begins. */
  private static final Set<String> PROGRAM = Set.of("-jar", "-m", "--module");

  private JvmWords() {}

  /**
   * The flags between the launcher and the program, and those in the environment variables that the
   * command line sets: a start script hands these on. Flags within a script are not seen.
   */
  static List<String> flags(List<String> command) {
    List<String> flags = new ArrayList<>();
    boolean ofTheJvm = false;
    String before = "";
    for (String word : command) {
      if (ofTheJvm && (PROGRAM.contains(word) || isMainClass(word, before))) {
        break;
      }
      if (ofTheJvm) {
        add(flags, List.of(word));
      } else if (LAUNCHER.matcher(word).matches()) {
        ofTheJvm = true;
      } else if (VARIABLE.matcher(word).matches()) {
        add(flags, Arguments.split(word.substring(word.indexOf('=') + 1)).orElse(List.of()));
      }
      before = word;
    }
    return List.copyOf(flags);
  }

  private static boolean isMainClass(String word, String before) {
    return !word.startsWith("-")
        && !word.startsWith("@")
        && !CLASS_PATH.contains(before)
        && !Arguments.takesValue(before);
  }

  private static void add(List<String> flags, List<String> words) {
    words.stream().filter(word -> word.startsWith("-")).forEach(flags::add);
  }
}
