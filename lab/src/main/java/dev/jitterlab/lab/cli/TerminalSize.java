package dev.jitterlab.lab.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The terminal's width, asked once with {@code stty}: Java has no way of its own. */
final class TerminalSize {
  private static final int DEFAULT_COLUMNS = 80;
  private static final long TIMEOUT_SECONDS = 1;
  private static final Pattern SIZE = Pattern.compile("\\d+ ([1-9]\\d*)");

  private final int columns;

  TerminalSize() {
    Matcher size = SIZE.matcher(stty());
    columns = size.matches() ? Integer.parseInt(size.group(1)) : DEFAULT_COLUMNS;
  }

  int columns() {
    return columns;
  }

  private static String stty() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!stty.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        stty.destroyForcibly();
        return "";
      }
      return new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
