package dev.jitterlab.lab.yaml;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people write them: {@code 500ms}, {@code 8s}, {@code 1.5m}, {@code 2h}. */
final class Durations {
  private static final Pattern FORMAT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ms|s|m|h)");
  private static final Map<String, Long> UNIT_MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L);

  private Durations() {}

  /** The time, to the millisecond below; empty if the text is not a time with a unit. */
  static Optional<Duration> parse(String text) {
    Matcher matcher = FORMAT.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    BigDecimal unitMillis = BigDecimal.valueOf(UNIT_MILLIS.get(matcher.group(2)));
    BigDecimal millis = new BigDecimal(matcher.group(1)).multiply(unitMillis);
    return Optional.of(Duration.ofMillis(millis.longValue()));
  }
}
