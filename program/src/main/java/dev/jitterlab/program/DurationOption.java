package dev.jitterlab.program;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** DurationOption as options name them: a number and its unit, such as {@code 40ms}. */
public final class DurationOption {
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(us|ms|s)");

  private DurationOption() {}

  /**
   * Returns a duration in nanoseconds.
   *
   * @param option the name that the message begins with
   * @throws IllegalArgumentException if the text is none
   */
  public static long nanos(String option, String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          option + " is a number with us, ms or s, such as 40ms, not '" + text + "'");
    }
    return new BigDecimal(matcher.group(1)).scaleByPowerOfTen(digits(matcher.group(2))).longValue();
  }

  /** Returns the digits by which nanoseconds are smaller. */
  private static int digits(String unit) {
    return unit.equals("s") ? 9 : unit.equals("ms") ? 6 : 3;
  }
}
