package dev.jitterlab.lab.process;

import dev.jitterlab.lab.SearchPath;
import java.util.List;
import java.util.stream.Stream;

/**
 * Command lines that start in a session of their own, so that Ctrl-C in the terminal reaches the
 * lab alone, and so that a process and its children are one group.
 *
 * <p>{@code setsid} replaces itself by the command, because a new child never leads a group: the
 * process id stays the command's. Where there is no {@code setsid}, the command is left as it is.
 */
final class SetsidCommand {
  private static final List<String> PREFIX =
      SearchPath.find("setsid", System.getenv()).map(_ -> List.of("setsid")).orElse(List.of());

  private SetsidCommand() {}

  static List<String> command(List<String> command) {
    return Stream.concat(PREFIX.stream(), command.stream()).toList();
  }
}
