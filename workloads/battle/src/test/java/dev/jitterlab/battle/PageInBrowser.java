package dev.jitterlab.battle;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A page in a real browser; where this machine has none, the test ends as skipped. */
public final class PageInBrowser {
  private PageInBrowser() {}

  /**
   * Its HTML as its scripts left it.
   *
   * @param folder an empty place for the browser's own files
   */
  public static String dom(Path folder, URI page) throws IOException, InterruptedException {
    Path out = folder.resolve("dom.html");
    Process browser =
        new ProcessBuilder(
                chromium().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--user-data-dir=" + folder.resolve("profile"),
                "--virtual-time-budget=4000",
                "--dump-dom",
                page.toString())
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertTrue(browser.waitFor(120, TimeUnit.SECONDS), "the browser hangs");
    } finally {
      browser.descendants().forEach(ProcessHandle::destroyForcibly);
      browser.destroyForcibly().waitFor();
    }
    return Files.readString(out);
  }

  private static Path chromium() {
    Optional<Path> binary =
        Stream.of("chromium", "chromium-browser", "google-chrome")
            .flatMap(
                name ->
                    Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .map(folder -> Path.of(folder, name)))
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(
        binary.isPresent(),
        "needs `command -v chromium || command -v chromium-browser || command -v google-chrome`");
    return binary.orElseThrow();
  }
}
