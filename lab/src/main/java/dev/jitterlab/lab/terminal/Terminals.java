package dev.jitterlab.lab.terminal;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the two standard streams of this process go. They are asked for one by one, because one may
 * go to a pipe and the other to a person: {@code jitterlab run FILE | tee log} still shows
 * progress.
 *
 * <p>Java cannot tell: {@link java.io.Console} looks at standard input and output together and
 * knows no width. So the system's own {@code test} and {@code stty} are asked, once.
 *
 * @param out where results go
 * @param err where errors and progress go
 */
public record Terminals(Terminal out, Terminal err) {
  private static final int OUT = 1;
  private static final int ERR = 2;

  /** Exits with a bit set for each of the streams that is a terminal. */
  private static final String WHICH =
      "s=0; test -t 1 && s=" + OUT + "; test -t 2 && s=$((s + " + ERR + ")); exit $s";

  private static final String SIZE = "stty size </dev/tty";
  private static final Pattern ROWS_COLUMNS = Pattern.compile("\\d+ (\\d{1,4})");
  private static final long TIMEOUT_SECONDS = 1;

  /** Asks for the streams of this process. */
  public static Terminals ofThisProcess() {
    Map<String, String> environment = System.getenv();
    int which = which();
    String columns = environment.getOrDefault("COLUMNS", "");
    int width = columns.matches("\\d{1,4}") ? Integer.parseInt(columns) : which == 0 ? 0 : width();
    String encoding = System.getProperty("native.encoding");
    return new Terminals(
        Terminal.of((which & OUT) != 0, width, environment, encoding),
        Terminal.of((which & ERR) != 0, width, environment, encoding));
  }

  private static int which() {
    int status = ask(new ProcessBuilder("sh", "-c", WHICH).inheritIO()).status();
    return status <= OUT + ERR ? status : 0;
  }

  /** The terminal's width; 0 if it does not say. */
  private static int width() {
    String size =
        ask(new ProcessBuilder("sh", "-c", SIZE).redirectError(Redirect.DISCARD)).output();
    Matcher matcher = ROWS_COLUMNS.matcher(size);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  private record Answer(int status, String output) {
    static final Answer NONE = new Answer(0, "");
  }

  private static Answer ask(ProcessBuilder question) {
    try {
      Process process = question.start();
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return Answer.NONE;
      }
      byte[] output = process.getInputStream().readAllBytes();
      return new Answer(process.exitValue(), new String(output, StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      return Answer.NONE; // a system without a shell: everything is a pipe to us
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Answer.NONE;
    }
  }
}
