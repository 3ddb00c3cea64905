package dev.jitterlab.lab.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Breaks text between words, and not within a figure such as {@code 27 105} or {@code 95 %}. */
public final class TextWrap {
  private static final Pattern BETWEEN_WORDS = Pattern.compile(" (?!%)(?!(?<=\\d )\\d{3}(?!\\d))");

  private TextWrap() {}

  /** The lines of a text, none longer than {@code width} unless a single word is. */
  public static List<String> lines(String text, int width) {
    return words(List.of(BETWEEN_WORDS.split(text.strip().replaceAll("\\s+", " "))), width);
  }

  /** Two texts at both ends of a line of that width; with a space between them in any case. */
  public static String ends(String left, String right, int width) {
    int room = width - TextWidth.of(left) - TextWidth.of(right);
    return left + " ".repeat(Math.max(1, room)) + right;
  }

  /** Words set in lines, none longer than {@code width} unless a single word is. */
  public static List<String> words(List<String> words, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    int taken = 0;
    for (String word : words) {
      int columns = TextWidth.of(word);
      if (!line.isEmpty() && taken + 1 + columns > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      taken = line.isEmpty() ? columns : taken + 1 + columns;
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
