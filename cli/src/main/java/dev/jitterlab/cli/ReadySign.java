package dev.jitterlab.cli;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.placeholder.Placeholders;
import java.util.regex.Pattern;

/** How a server shows that it serves, as {@code --ready} says it and as an experiment does. */
final class ReadySign {
  private static final Pattern NUMBER = Pattern.compile("\\d{1,5}");
  private static final String LOG = "log:";
  private static final String ANY_PORT = "${port}";

  private ReadySign() {}

  /** Whether all servers would be looked for at the same place, so that only one may run. */
  static boolean isFixed(String command, String ready) {
    String sign = of(command, ready);
    return !sign.startsWith("{log:") && !CommandWords.namesPort(sign);
  }

  /**
   * What an experiment waits for.
   *
   * @param command of Jitterlab, for the error
   * @param ready as the user wrote it; null for the default
   */
  static String of(String command, String ready) {
    if (ready == null || ready.equals("port")) {
      return "{port: '%s'}".formatted(ANY_PORT);
    }
    if (ready.startsWith("http://")) {
      return "{http: %s}".formatted(CommandWords.quoted(ready));
    }
    if (ready.startsWith(LOG)) {
      return "{log: %s}".formatted(CommandWords.quoted(ready.substring(LOG.length())));
    }
    if (NUMBER.matcher(ready).matches() || Placeholders.alone(ready).isPresent()) {
      return "{port: %s}".formatted(CommandWords.quoted(ready));
    }
    throw LabException.wrong(
        command + " --ready",
        "expected port, a port such as 8080, an address or log:TEXT, found `" + ready + "`",
        "Write --ready 'http://127.0.0.1:${port}/health' or --ready 'log:Started'.");
  }
}
