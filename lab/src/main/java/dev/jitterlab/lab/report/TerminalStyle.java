package dev.jitterlab.lab.report;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What a terminal can show.
 *
 * @param columns its width; at least {@link #LEAST_COLUMNS}
 * @param unicode whether it shows characters beyond ASCII
 * @param color whether it may be sent ANSI colours
 */
public record TerminalStyle(int columns, boolean unicode, boolean color) {
  private static final int LEAST_COLUMNS = 60;
  private static final int USUAL_COLUMNS = 80;
  private static final int MOST_COLUMNS = 120;

  /** Keeps the width within what the tables can use. */
  public TerminalStyle {
    columns = Math.clamp(columns, LEAST_COLUMNS, MOST_COLUMNS);
  }

  /**
   * Finds out what the terminal can show. Colours need a terminal and are off where {@code NO_COLOR}
   * is set to anything or {@code TERM} is {@code dumb}.
   *
   * @param environment the process's environment variables
   * @param terminal whether standard output is a terminal
   * @param charset the encoding of standard output
   */
  public static TerminalStyle of(
      Map<String, String> environment, boolean terminal, Charset charset) {
    boolean dumb = environment.getOrDefault("TERM", "").equals("dumb");
    boolean noColor = !environment.getOrDefault("NO_COLOR", "").isEmpty();
    return new TerminalStyle(
        columns(environment.get("COLUMNS")),
        charset.equals(StandardCharsets.UTF_8),
        terminal && !dumb && !noColor);
  }

  private static int columns(String variable) {
    return variable != null && variable.matches("\\d{1,4}")
        ? Integer.parseInt(variable)
        : USUAL_COLUMNS;
  }

  /** The text as this terminal can show it. */
  String shown(String text) {
    String plain = text.replace('\u00a0', ' ').replace('\u202f', ' ');
    return unicode
        ? plain
        : plain
            .replace('µ', 'u')
            .replace('−', '-')
            .replace('–', '-')
            .replace('’', '\'')
            .replace('✔', '+')
            .replace('✖', 'X')
            .replace('⚠', '!')
            .replace('▼', 'v')
            .replace('▲', '^')
            .replace('○', '?')
            .replace('─', '-')
            .replaceAll("[^\\x00-\\x7f]", "?");
  }

  /** The text in an ANSI colour, where colours are allowed. */
  String colored(String text, Color color) {
    return this.color ? "\u001b[" + color.code + "m" + text + "\u001b[0m" : text;
  }

  /** The few colours that the tables use; none carries a meaning that the words do not. */
  enum Color {
    BOLD("1"),
    FAINT("2"),
    RED("1;31"),
    GREEN("32"),
    YELLOW("33"),
    CYAN("36");

    private final String code;

    Color(String code) {
      this.code = code;
    }
  }
}
