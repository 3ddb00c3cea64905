package dev.jitterlab.lab.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real browser without a window, with a profile of its own; where there is none, the test ends as
 * skipped. The module {@code checks} uses it too, from this one's test jar.
 */
public final class Chromium {
  private static final long PATIENCE_SECONDS = 120;

  private Chromium() {}

  /** Starts it; whoever does ends it by {@link #end}. */
  public static Process start(Path profile, Redirect out, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                binary().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--window-size=1200,900",
                "--user-data-dir=" + profile));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectOutput(out).redirectError(Redirect.DISCARD).start();
  }

  private static Path binary() {
    Optional<Path> binary =
        Stream.of("chromium", "chromium-browser", "google-chrome")
            .flatMap(
                name ->
                    Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .map(folder -> Path.of(folder, name)))
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(binary.isPresent(), "skipped: no chromium on PATH, so no page can be looked at");
    return binary.orElseThrow();
  }

  /** Ends it with all that it has started. */
  public static void end(Process browser) {
    browser.descendants().forEach(ProcessHandle::destroyForcibly);
    browser.destroyForcibly().onExit().join();
  }

  /** A page as its scripts left it: its HTML. The browser has ended when this returns. */
  public static String dom(Path folder, String html) throws IOException, InterruptedException {
    Path page = Files.writeString(folder.resolve("page.html"), html);
    Path out = folder.resolve("dom.html");
    Process browser =
        start(
            folder.resolve("profile"),
            Redirect.to(out.toFile()),
            "--virtual-time-budget=60000", // of the page's own timers; they wait for nothing
            "--dump-dom",
            page.toUri().toString());
    try {
      assertTrue(browser.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "the browser hangs");
      assertEquals(0, browser.exitValue());
    } finally {
      end(browser);
    }
    return Files.readString(out);
  }
}
