package dev.jitterlab.lab.report.words;

import dev.jitterlab.lab.terminal.TextWidth;
import java.util.List;

/**
 * Names of groups that are too long for their place. A matrix of variables makes names that begin
 * alike, so that a reader who sees their beginnings sees no difference. Stateless and thread-safe.
 */
public final class ShortNames {
  /** So many columns has a name beside its row, on the page and in the terminal. */
  public static final int MOST = 24;

  private static final String ELLIPSIS = "…";

  private ShortNames() {}

  /** As they are, if each of them fits beside its row; else what {@link #of} makes of them. */
  public static List<String> besideRows(List<String> names) {
    return names.stream().allMatch(name -> TextWidth.of(name) <= MOST) ? names : of(names);
  }

  /**
   * The names without the parts that all of them begin with: {@code g1-heap-2g} and {@code
   * g1-heap-4g} are {@code …2g} and {@code …4g}. As they are, if they have no such part.
   */
  static List<String> of(List<String> names) {
    int common = commonParts(names);
    return common < 2
        ? names
        : names.stream().map(name -> ELLIPSIS + name.substring(common)).toList();
  }

  /** The length of what all begin with, up to the last hyphen that each has something behind. */
  private static int commonParts(List<String> names) {
    if (names.stream().distinct().count() < 2) {
      return 0;
    }
    String first = names.getFirst();
    int common = first.length();
    for (String name : names) {
      common = Math.min(common, name.length());
      while (!name.startsWith(first.substring(0, common))) {
        common--;
      }
      common = Math.min(common, Math.max(0, name.length() - 1));
    }
    return first.lastIndexOf('-', common - 1) + 1;
  }
}
