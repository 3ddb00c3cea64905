package dev.jitterlab.lab.terminal;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What the place that a stream is printed to can do; a pipe or a file is one that can do little.
 *
 * @param interactive whether a person watches and a line can be written over again
 * @param color whether escape sequences for colour and weight may be used
 * @param unicode whether it shows characters beyond ASCII
 * @param width in columns
 */
public record Terminal(boolean interactive, boolean color, boolean unicode, int width) {
  private static final int DEFAULT_WIDTH = 80;

  /** Nobody reads on less; what is broken further is only harder to read. */
  private static final int LEAST_WIDTH = 20;

  /** Longer lines are hard to follow. */
  private static final int MOST_WIDTH = 120;

  /** What a terminal obeys instead of showing it, but for line feeds. */
  private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f]");

  private static final Pattern BEYOND_ASCII = Pattern.compile("[^\\x00-\\x7f]");

  /**
   * Derives what a stream can do.
   *
   * @param isTerminal whether the stream goes to a terminal at all
   * @param columns the terminal's width; 0 if it is not known
   * @param environment {@code COLUMNS} goes before the terminal's own width; {@code NO_COLOR} and
   *     {@code TERM=dumb} are heeded
   * @param nativeEncoding the locale's encoding, as the system property {@code native.encoding}
   *     names it
   */
  static Terminal of(
      boolean isTerminal, int columns, Map<String, String> environment, String nativeEncoding) {
    boolean interactive = isTerminal && !environment.getOrDefault("TERM", "").equals("dumb");
    boolean color = interactive && environment.getOrDefault("NO_COLOR", "").isEmpty();
    boolean unicode = StandardCharsets.UTF_8.name().equalsIgnoreCase(nativeEncoding);
    int width = columns > 0 ? columns : DEFAULT_WIDTH;
    return new Terminal(interactive, color, unicode, Math.clamp(width, LEAST_WIDTH, MOST_WIDTH));
  }

  /**
   * The text as this terminal can show it. Names and messages come from other processes and from
   * files, so a control character in them becomes a question mark, and a tab a space. Styles are
   * control characters too: they are added to what this returns.
   */
  public String shown(String text) {
    String harmless = CONTROL.matcher(text.replace('\t', ' ')).replaceAll("?");
    return unicode || !BEYOND_ASCII.matcher(harmless).find()
        ? harmless
        : harmless
            .replace('µ', 'u')
            .replace('×', 'x')
            .replace('−', '-')
            .replace('–', '-')
            .replace('─', '-')
            .replace('’', '\'')
            .replace('✔', '+')
            .replace('✖', 'X')
            .replace('⚠', '!')
            .replace('▼', 'v')
            .replace('▲', '^')
            .replace('○', '?')
            .replace('●', 'o')
            .replace("≥", ">=")
            .replace("→", "->")
            .replace("…", "...")
            .replaceAll("[^\\x00-\\x7f]", "?");
  }

  /** A text that was {@link #shown}, within a width in columns. */
  public String cut(String shown, int width) {
    return TextWidth.of(shown) <= width
        ? shown
        : TextWidth.start(shown, width - 1) + (unicode ? "…" : ".");
  }

  /** Text that stands out. */
  public String bold(String text) {
    return styled("1", text);
  }

  /** Text that steps back. */
  public String dim(String text) {
    return styled("2", text);
  }

  /** Text about an error or an invalid figure. */
  public String red(String text) {
    return styled("1;31", text);
  }

  /** Text about something doubtful. */
  public String yellow(String text) {
    return styled("33", text);
  }

  /** Text about something that is well. */
  public String green(String text) {
    return styled("32", text);
  }

  private String styled(String code, String text) {
    return color ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
