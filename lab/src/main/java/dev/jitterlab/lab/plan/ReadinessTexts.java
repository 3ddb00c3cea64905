package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.placeholder.StartPlaceholders;
import dev.jitterlab.lab.workload.ForeignServer.Sign;
import dev.jitterlab.lab.yaml.Fields;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Checks what is known of readiness and metrics before any port is. */
final class ReadinessTexts {
  private static final String ANY_PORT = "1";
  private static final int LAST_PORT = 65_535;
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
        String port = started(filled);
        if (!PORT.matcher(port).matches() || Integer.parseInt(port) > LAST_PORT) {
          String expected = "a port from 1 to " + LAST_PORT + ", such as '${port}'";
          Fields.wrongType(text, "`port`", expected, problems);
        }
      }
      case HTTP -> requireAddress("http", text, filled, problems);
    }
  }

  /** Reports a text that is not the address of something on HTTP. */
  static void requireAddress(String key, Scalar text, String filled, Problems problems) {
    if (!isAddress(started(filled))) {
      String expected = "an address such as 'http://127.0.0.1:${port}/'";
      Fields.wrongType(text, "`" + key + "`", expected, problems);
    }
  }

  /** As the client of HTTP takes it: with a host, and with a port that there can be. */
  private static boolean isAddress(String text) {
    if (!ADDRESS.matcher(text).matches()) {
      return false;
    }
    try {
      URL address = new URI(text).toURL();
      return !address.getHost().isEmpty()
          && address.getPort() != 0
          && address.getPort() <= LAST_PORT;
    } catch (URISyntaxException | MalformedURLException _) {
      return false;
    }
  }

  private static String started(String filled) {
    return StartPlaceholders.fill(filled, _ -> Optional.of(ANY_PORT));
  }
}
