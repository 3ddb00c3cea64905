package dev.jitterlab.lab.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real browser without a window, with a profile of its own. It shows one page, which can be asked
 * by the DevTools protocol. Where this machine has no browser, the test ends as skipped. For one
 * thread. Other modules use it from this one's test jar.
 */
public final class Chromium implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 120;

  private final ObjectMapper json = new ObjectMapper();
  private final HttpClient client = HttpClient.newHttpClient();
  private final Answers answers = new Answers();
  private final Process process;
  private final WebSocket page;
  private int questions;

  /** Opens the page; ends the test as skipped where there is no browser. */
  public Chromium(Path folder, URI address) throws IOException, InterruptedException {
    Path profile = folder.resolve("profile");
    process = start(profile, Redirect.DISCARD, "--remote-debugging-port=0", "about:blank");
    try {
      page = connect(profile.resolve("DevToolsActivePort"), address);
    } catch (IOException | InterruptedException | RuntimeException e) {
      endAll();
      throw e;
    }
  }

  private WebSocket connect(Path portFile, URI address) throws IOException, InterruptedException {
    while (!Files.exists(portFile) || Files.readString(portFile).lines().count() < 2) {
      if (process.waitFor(100, TimeUnit.MILLISECONDS)) {
        throw new IOException("the browser ended with status " + process.exitValue());
      }
    }
    String port = Files.readString(portFile).lines().findFirst().orElseThrow();
    HttpRequest open =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/new?" + address))
            .PUT(HttpRequest.BodyPublishers.noBody())
            .build();
    String target = client.send(open, HttpResponse.BodyHandlers.ofString()).body();
    URI socket = URI.create(json.readTree(target).get("webSocketDebuggerUrl").asText());
    return client.newWebSocketBuilder().buildAsync(socket, answers).join();
  }

  /** What an expression, or the promise that it is, comes to in the page. */
  public JsonNode evaluate(String expression) throws IOException, InterruptedException {
    return ask(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true))
        .path("result")
        .path("value");
  }

  /** Shows the page as large as that, as on another device. */
  public void resize(int width, int height) throws IOException, InterruptedException {
    JsonNode unused =
        ask(
            "Emulation.setDeviceMetricsOverride",
            Map.of("width", width, "height", height, "deviceScaleFactor", 2, "mobile", true));
  }

  /** Shows the page as to someone who prefers that scheme: {@code light} or {@code dark}. */
  public void prefer(String scheme) throws IOException, InterruptedException {
    JsonNode unused =
        ask(
            "Emulation.setEmulatedMedia",
            Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** Writes what the page looks like into a PNG file. */
  public void photograph(Path file) throws IOException, InterruptedException {
    String data = ask("Page.captureScreenshot", Map.of("format", "png")).path("data").asText();
    Files.write(file, Base64.getDecoder().decode(data));
  }

  private JsonNode ask(String method, Map<String, Object> parameters)
      throws IOException, InterruptedException {
    int id = ++questions;
    page.sendText(
            json.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true)
        .join();
    while (true) {
      String text = answers.whole.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (text == null) {
        throw new IOException("the browser does not answer");
      }
      JsonNode answer = json.readTree(text);
      if (answer.path("id").asInt() == id) {
        return answer.path("result");
      }
    }
  }

  /** Ends the browser. */
  @Override
  public void close() {
    page.abort();
    endAll();
  }

  private void endAll() {
    end(process);
    client.shutdownNow();
  }

  private static Process start(Path profile, Redirect out, String... arguments) throws IOException {
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
    assumeTrue(
        binary.isPresent(),
        "needs `command -v chromium || command -v chromium-browser || command -v google-chrome`");
    return binary.orElseThrow();
  }

  /** Ends it with all that it has started. */
  private static void end(Process browser) {
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

  private static final class Answers implements WebSocket.Listener {
    private final LinkedBlockingQueue<String> whole = new LinkedBlockingQueue<>();
    private final StringBuilder parts = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
      parts.append(part);
      if (last) {
        whole.add(parts.toString());
        parts.setLength(0);
      }
      socket.request(1);
      return null;
    }
  }
}
