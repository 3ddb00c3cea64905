package dev.jitterlab.cli;

import dev.jitterlab.lab.SearchPath;
import dev.jitterlab.lab.experiment.Arguments;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A user's command line that starts a JVM, as an experiment has it: with the placeholders through
 * which the lab gives the JVM its flags. The JVM stays the one that the user's shell would start.
 * Immutable.
 *
 * @param text begins with {@code ${java} ${jvm_arguments}}
 * @param jdk whose {@code java} it is; empty if the user wrote the placeholders
 */
record JavaCommand(String text, Optional<Path> jdk) {
  private static final String FLAGS = "${jvm_arguments}";
  private static final String PREFIX = "${java} " + FLAGS;

  /**
   * Looks at a command that can be split into words.
   *
   * @param environment tells where {@code java} is
   * @return empty if it starts something else, such as a script, or a JVM that cannot be recorded
   */
  static Optional<JavaCommand> of(String given, Map<String, String> environment) {
    String command = given.strip();
    if (command.contains(FLAGS)) {
      return Optional.of(new JavaCommand(command, Optional.empty()));
    }
    String first = Arguments.split(command).orElseThrow().getFirst();
    boolean startsJava = first.equals("java") || first.endsWith("/bin/java");
    if (!startsJava || !command.startsWith(first)) {
      return Optional.empty();
    }
    return launcher(first, environment)
        .flatMap(JavaCommand::home)
        .map(
            home -> new JavaCommand(PREFIX + command.substring(first.length()), Optional.of(home)));
  }

  private static Optional<Path> launcher(String word, Map<String, String> environment) {
    return word.equals("java")
        ? SearchPath.find(word, environment)
        : Optional.of(Path.of(word)).filter(Path::isAbsolute);
  }

  /** The folder of its JDK, if the lab can record that. */
  private static Optional<Path> home(Path launcher) {
    try {
      Path real = launcher.toRealPath();
      return Optional.ofNullable(real.getParent().getParent())
          .filter(home -> real.endsWith("bin/java")) // a wrapper may do more than start it
          .flatMap(new JdkCatalog(List.of())::at)
          .filter(Jdk::fit)
          .map(Jdk::home);
    } catch (IOException _) {
      return Optional.empty();
    }
  }
}
