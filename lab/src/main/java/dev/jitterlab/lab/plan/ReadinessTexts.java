package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.placeholder.StartPlaceholders;
import dev.jitterlab.lab.workload.ForeignServer.Sign;
import dev.jitterlab.lab.yaml.Fields;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Checks what is known of readiness and metrics before any port is. */
final class ReadinessTexts {
  private static final String ANY_PORT = "1";
  private static final Pattern PORT = Pattern.compile("[1-9]\\d{0,4}");
  private static final Pattern ADDRESS = Pattern.compile("http://[^/\\s]+(/\\S*)?");

  private ReadinessTexts() {}

  /**
   * Reports a text that can be no sign of readiness.
   *
   * @param filled the text as the plan has it
   */
  static void check(Sign sign, Scalar text, String filled, Problems problems) {
    switch (sign) {
      case LOG -> {
        try {
          Pattern.compile(started(filled));
        } catch (PatternSyntaxException e) {
          String what = "`log`: not a regular expression: " + e.getDescription();
          problems.add(
              text.place(),
              what,
              "Correct it; put a backslash before a character that has a meaning.");
        }
      }
      case PORT -> {
        if (!PORT.matcher(started(filled)).matches()) {
          Fields.wrongType(text, "`port`", "a port, such as '${port}'", problems);
        }
      }
      case HTTP -> requireAddress("http", text, filled, problems);
    }
  }

  /** Reports a text that is not the address of something on HTTP. */
  static void requireAddress(String key, Scalar text, String filled, Problems problems) {
    if (!ADDRESS.matcher(started(filled)).matches()) {
      String expected = "an address such as 'http://127.0.0.1:${port}/'";
      Fields.wrongType(text, "`" + key + "`", expected, problems);
    }
  }

  private static String started(String filled) {
    return StartPlaceholders.fill(filled, _ -> Optional.of(ANY_PORT));
  }
}
