package dev.jitterlab.lab.placeholder;

import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The placeholders of command lines that are filled when a process starts. The plan leaves them,
 * since the same experiment must give the same plan.
 */
public final class StartPlaceholders {
  /** A free port of the loopback interface; with a dot and a name, as many as there are names. */
  public static final String PORT = "port";

  /** The process's own folder, absolute. */
  public static final String DIRECTORY = "directory";

  /** Host and port of the server that a load is for. */
  public static final String TARGET = "target";

  private static final Pattern NAMED_PORT = Pattern.compile("port(\\.[A-Za-z0-9_-]+)?");

  private StartPlaceholders() {}

  /** Whether a name is that of a port. */
  public static boolean isPort(String name) {
    return NAMED_PORT.matcher(name).matches();
  }

  /**
   * The last step: fills what the plan has left.
   *
   * @param values a name's value
   * @throws IllegalArgumentException for a name that has none; the plan leaves no such name
   */
  public static String fill(String text, Function<String, Optional<String>> values) {
    return Placeholders.fill(
        text,
        one ->
            values.apply(one.name()).orElseThrow(() -> new IllegalArgumentException(one.name())));
  }
}
