package dev.jitterlab.lab.ticks;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What a line of a load generator's log has the response times of one step of: its tag is {@code
 * step;target=<id>;step=<journey/step>}, both URL-encoded.
 *
 * @param server the instance's id, such as {@code pool/1}
 * @param step the step, such as {@code buy/pay}
 */
record StepTag(String server, String step) {
  private static final String TARGET = "step;target=";
  private static final String STEP = ";step=";

  /** Empty for a tag of something else. */
  static Optional<StepTag> of(String tag) {
    int end = tag.startsWith(TARGET) ? tag.indexOf(STEP, TARGET.length()) : -1;
    return end < 0
        ? Optional.empty()
        : Optional.of(
            new StepTag(
                decoded(tag.substring(TARGET.length(), end)),
                decoded(tag.substring(end + STEP.length()))));
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
