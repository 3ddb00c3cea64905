package dev.jitterlab.lab.plan;

import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The placeholders of command lines, {@code ${name}}. They are filled in two steps, since the same
 * experiment must give the same plan: the plan fills what it knows, and leaves what is known only
 * when a process starts. Escaped ones, with two dollar signs, it leaves too.
 */
public final class StartPlaceholders {
  /** A free port of the loopback interface; with a dot and a name, as many as there are names. */
  public static final String PORT = "port";

  /** The process's own folder, absolute. */
  public static final String DIRECTORY = "directory";

  /** Host and port of the server that a load is for. */
  public static final String TARGET = "target";

  /** Escaped, or whole, or without its brace. */
  static final Pattern PLACEHOLDER = Pattern.compile("\\$\\$\\{|\\$\\{([^}\\n]*)(}?)");

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
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) == null
                        ? "${"
                        : values
                            .apply(found.group(1))
                            .orElseThrow(() -> new IllegalArgumentException(found.group()))));
  }
}
