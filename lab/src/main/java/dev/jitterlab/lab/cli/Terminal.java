package dev.jitterlab.lab.cli;

import java.io.Console;
import java.util.Map;
import java.util.Optional;

/**
 * What the place that text is printed to can do.
 *
 * @param colour whether escape sequences for colour and weight may be used
 * @param width in characters
 */
public record Terminal(boolean colour, int width) {
  private static final int DEFAULT_WIDTH = 100;
  private static final int MIN_WIDTH = 40;

  /**
   * The terminal of this process. Colour only where a person reads: not in pipes and files, not
   * with {@code NO_COLOR} set, not on {@code TERM=dumb}.
   */
  public static Terminal ofThisProcess() {
    // On JDK 25 there is no console unless both ends are a terminal.
    boolean interactive =
        Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    return of(interactive, System.getenv());
  }

  static Terminal of(boolean interactive, Map<String, String> environment) {
    boolean plain =
        !environment.getOrDefault("NO_COLOR", "").isEmpty()
            || environment.getOrDefault("TERM", "").equals("dumb");
    return new Terminal(interactive && !plain, width(environment.getOrDefault("COLUMNS", "")));
  }

  private static int width(String columns) {
    return columns.matches("\\d{1,4}")
        ? Math.max(MIN_WIDTH, Integer.parseInt(columns))
        : DEFAULT_WIDTH;
  }

  /** Text that stands out. */
  public String bold(String text) {
    return styled("1", text);
  }

  /** Text that steps back. */
  public String dim(String text) {
    return styled("2", text);
  }

  /** The mark of an error. */
  public String red(String text) {
    return styled("1;31", text);
  }

  private String styled(String code, String text) {
    return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
