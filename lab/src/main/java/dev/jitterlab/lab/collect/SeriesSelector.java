package dev.jitterlab.lab.collect;

import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Which series are meant: those of a name that have all of these labels, and perhaps others.
 * Immutable.
 *
 * @param name the sample's name, with suffixes such as {@code _total}
 * @param labels each as {@code name="value"}, in the form of {@link ExpositionParser}
 */
public record SeriesSelector(String name, List<String> labels) {
  private static final Pattern LABEL =
      Pattern.compile("(?:\"(?:[^\"\\\\]|\\\\.)*\"|[^,=\"]+)=\"(?:[^\"\\\\]|\\\\.)*\"");

  /**
   * Reads a selector such as {@code jitterlab_ticks_late_total{threshold="1.1"}}.
   *
   * @throws IllegalArgumentException if it is none; the message says what was expected
   */
  public static SeriesSelector parse(String text) {
    try {
      List<ExpositionParser.Series> series = ExpositionParser.parse(text + " 0\n");
      if (series.size() != 1) {
        throw new IllegalArgumentException("expected one series");
      }
      return new SeriesSelector(
          series.getFirst().name(),
          LABEL.matcher(series.getFirst().labels()).results().map(MatchResult::group).toList());
    } catch (ExpositionParser.MalformedException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** The value of a label in labels of canonical form; empty where there is no such label. */
  public static Optional<String> value(String canonical, String name) {
    return LABEL
        .matcher(canonical)
        .results()
        .map(MatchResult::group)
        .filter(label -> label.startsWith(name + "=\""))
        .map(label -> unescaped(label.substring(name.length() + 2, label.length() - 1)))
        .findFirst();
  }

  private static String unescaped(String text) {
    StringBuilder value = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        i++;
        c = text.charAt(i) == 'n' ? '\n' : text.charAt(i);
      }
      value.append(c);
    }
    return value.toString();
  }

  /** Whether a series of that name with these labels, in canonical form, is meant. */
  boolean matches(String canonical) {
    return LABEL.matcher(canonical).results().map(MatchResult::group).toList().containsAll(labels);
  }
}
