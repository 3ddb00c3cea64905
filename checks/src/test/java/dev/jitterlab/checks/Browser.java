package dev.jitterlab.checks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jitterlab.lab.browser.Chromium;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A real browser with one page, asked by the DevTools protocol. For one thread. */
final class Browser implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 120;

  private final ObjectMapper json = new ObjectMapper();
  private final HttpClient client = HttpClient.newHttpClient();
  private final Answers answers = new Answers();
  private final Process process;
  private final WebSocket page;
  private int questions;

  /** Opens the page; ends the test as skipped where there is no browser. */
  Browser(Path folder, URI address) throws IOException, InterruptedException {
    Path profile = folder.resolve("profile");
    process =
        Chromium.start(
            profile, ProcessBuilder.Redirect.DISCARD, "--remote-debugging-port=0", "about:blank");
    try {
      page = connect(profile.resolve("DevToolsActivePort"), address);
    } catch (IOException | InterruptedException | RuntimeException e) {
      end();
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
  JsonNode evaluate(String expression) throws IOException, InterruptedException {
    return ask(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true))
        .path("result")
        .path("value");
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
    end();
  }

  private void end() {
    Chromium.end(process);
    client.shutdownNow();
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
