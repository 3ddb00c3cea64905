package dev.jitterlab.lab.execution;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Command lines that start in a session of their own, so that Ctrl-C in the terminal reaches the
 * lab alone, and so that a process and its children are one group.
 *
 * <p>{@code setsid} replaces itself by the command, because a new child never leads a group: the
 * process id stays the command's. Where there is no {@code setsid}, the command is left as it is.
 */
final class OwnSession {
  private static final List<String> PREFIX = onPath("setsid") ? List.of("setsid") : List.of();

  private OwnSession() {}

  static List<String> command(List<String> command) {
    List<String> whole = new ArrayList<>(PREFIX);
    whole.addAll(command);
    return whole;
  }

  static List<String> command(String... command) {
    return command(List.of(command));
  }

  private static boolean onPath(String name) {
    String path = System.getenv("PATH");
    return path != null
        && Pattern.compile(File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(path)
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
  }
}
