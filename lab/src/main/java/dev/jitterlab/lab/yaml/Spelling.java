package dev.jitterlab.lab.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the word that was probably meant. */
public final class Spelling {
  /** More words than this are listed only where none of them is near. */
  private static final int MANY = 20;

  private Spelling() {}

  /** The known word that is nearest to a mistyped one, if one is near enough to be meant. */
  public static Optional<String> nearest(String word, Collection<String> known) {
    int limit = Math.max(2, word.length() / 3);
    return known.stream()
        .filter(one -> distance(word, one) <= Math.min(limit, one.length() - 1))
        .min(Comparator.comparingInt(one -> distance(word, one)));
  }

  /** What was expected, as a sentence's part: all known words and the nearest. */
  public static String expected(String word, Collection<String> known) {
    String all = "expected one of: " + String.join(", ", known);
    return nearest(word, known)
        .map(near -> "did you mean `" + near + "`?")
        .map(question -> known.size() > MANY ? question : all + "; " + question)
        .orElse(all);
  }

  /**
   * How many letters must be inserted, deleted, replaced or swapped with their neighbour to get
   * from one word to the other (optimal string alignment).
   */
  public static int distance(String from, String to) {
    int[] beforePrevious = new int[to.length() + 1];
    int[] previous = new int[to.length() + 1];
    int[] current = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      current[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
        boolean swapped =
            i > 1
                && j > 1
                && from.charAt(i - 1) == to.charAt(j - 2)
                && from.charAt(i - 2) == to.charAt(j - 1);
        if (swapped) {
          current[j] = Math.min(current[j], beforePrevious[j - 2] + 1);
        }
      }
      int[] free = beforePrevious;
      beforePrevious = previous;
      previous = current;
      current = free;
    }
    return previous[to.length()];
  }
}
