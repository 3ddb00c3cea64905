package dev.jitterlab.lab.jdk;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which update of Java a JDK is, as {@code java -version} says it: {@code openjdk version "21.0.8"
 * 2025-07-15 LTS}. Between two updates lie fixes and improvements of months or years, which a
 * comparison of feature releases includes.
 *
 * @param version such as {@code 21.0.8}
 * @param released the day of its release
 */
public record JdkRelease(String version, LocalDate released) {
  private static final Pattern FIRST_LINE =
      Pattern.compile("version \"([^\"]+)\" (\\d{4}-\\d{2}-\\d{2})\\b");

  /** Reads the answer of {@code java -version}; empty where it has no date, as of JDK 8. */
  public static Optional<JdkRelease> parse(String answer) {
    Matcher found = FIRST_LINE.matcher(answer);
    if (!found.find()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new JdkRelease(found.group(1), LocalDate.parse(found.group(2))));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  /** As a reader sees it. */
  public String words() {
    return version + ", released on " + released;
  }
}
