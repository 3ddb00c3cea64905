package dev.jitterlab.lab.report.words;

/** The first letter of a title, as its place asks for it. Stateless and thread-safe. */
public final class FirstLetter {
  private FirstLetter() {}

  /** Within a sentence, or a row of small titles: {@code execution p99}; but {@code CPU load}. */
  public static String small(String title) {
    return title.length() > 1 && Character.isUpperCase(title.charAt(1))
        ? title
        : Character.toLowerCase(title.charAt(0)) + title.substring(1);
  }
}
