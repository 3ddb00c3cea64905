package dev.jitterlab.lab.jdk;

import java.util.Optional;

/**
 * A Java version: {@code 21.0.8}, {@code 17.0.9.2}, {@code 26-ea}, and {@code 1.8.0_392} for 8.
 *
 * @param text as the JDK gives it
 * @param parsed the same in today's form
 */
record JdkVersion(String text, Runtime.Version parsed) implements Comparable<JdkVersion> {

  static Optional<JdkVersion> parse(String text) {
    String modern = text.startsWith("1.") ? text.substring(2).replace("0_", "0.") : text;
    try {
      return Optional.of(new JdkVersion(text, Runtime.Version.parse(withoutEndZeros(modern))));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** {@link Runtime.Version} refuses {@code 8.0} and the like. */
  private static String withoutEndZeros(String version) {
    return version.replaceAll("(\\.0+)+(?=$|[-+])", "");
  }

  int feature() {
    return parsed.feature();
  }

  @Override
  public int compareTo(JdkVersion other) {
    return parsed.compareTo(other.parsed);
  }
}
