package dev.jitterlab.lab.report;

import java.nio.charset.StandardCharsets;

/**
 * What a terminal can show.
 *
 * @param columns its width; at least {@link #LEAST_COLUMNS}
 * @param unicode whether it shows characters beyond ASCII
 * @param color whether it may be sent ANSI colours
 */
public record TerminalStyle(int columns, boolean unicode, boolean color) {
  private static final int LEAST_COLUMNS = 60;
  private static final int MOST_COLUMNS = 100;

  /** Keeps the width within what the tables can use. */
  public TerminalStyle {
    columns = Math.clamp(columns, LEAST_COLUMNS, MOST_COLUMNS);
  }

  /**
   * A terminal of this process's locale.
   *
   * @param nativeEncoding the locale's encoding, as the system property {@code native.encoding}
   *     names it
   */
  public static TerminalStyle of(int columns, boolean color, String nativeEncoding) {
    return new TerminalStyle(
        columns, StandardCharsets.UTF_8.name().equalsIgnoreCase(nativeEncoding), color);
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
