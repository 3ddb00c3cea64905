package dev.jitterlab.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Loads a page in a real browser and gives the document as its scripts left it. */
final class Chromium {
  private static final long PATIENCE_SECONDS = 120;

  private final Path binary;

  private Chromium(Path binary) {
    this.binary = binary;
  }

  /** The browser; ends the test as skipped where there is none. */
  static Chromium orSkip() {
    Optional<Path> binary =
        Stream.of("chromium", "chromium-browser", "google-chrome")
            .flatMap(
                name ->
                    Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .map(folder -> Path.of(folder, name)))
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(binary.isPresent(), "skipped: no chromium on PATH, so no page can be looked at");
    return new Chromium(binary.orElseThrow());
  }

  /** The document's HTML after its scripts ran; the browser has ended when this returns. */
  String dom(Path folder, String html) throws IOException, InterruptedException {
    Path page = Files.writeString(folder.resolve("page.html"), html);
    Path out = folder.resolve("dom.html");
    Process browser =
        new ProcessBuilder(
                binary.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + folder.resolve("profile"),
                "--window-size=1200,900",
                "--virtual-time-budget=60000", // of the page's own timers; they wait for nothing
                "--dump-dom",
                page.toUri().toString())
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertTrue(browser.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "the browser hangs");
      assertEquals(0, browser.exitValue());
    } finally {
      browser.descendants().forEach(ProcessHandle::destroyForcibly);
      browser.destroyForcibly().waitFor();
    }
    return Files.readString(out);
  }
}
