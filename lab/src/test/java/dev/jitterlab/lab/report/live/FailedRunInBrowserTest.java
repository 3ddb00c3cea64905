package dev.jitterlab.lab.report.live;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.browser.Chromium;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The live page of a lab that ends as soon as it has said that the run failed. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FailedRunInBrowserTest {
  private static final String STATE = "document.documentElement.dataset.live || ''";

  @TempDir(cleanup = CleanupMode.ALWAYS)
  private Path folder;

  private LiveRun run;
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    run = new LiveRun(new RunDirectory(folder.resolve("run")), Time.system());
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void end() {
    server.stop(0);
  }

  /** Cuts off every request after the one that was told the end. */
  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (run.endIsSeen()) {
        return;
      }
      boolean isState = exchange.getRequestURI().getPath().equals("/live.json");
      byte[] body = (isState ? run.state(0) : run.page()).getBytes(StandardCharsets.UTF_8);
      exchange
          .getResponseHeaders()
          .set("Content-Type", (isState ? "application/json" : "text/html") + "; charset=utf-8");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Test
  void saysWhyTheRunFailedThoughTheLabIsGone() throws Exception {
    URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    try (Chromium browser = new Chromium(folder, address)) {
      awaitEndOf("", browser);
      run.failed("port 8080 is already in use", null);
      awaitEndOf("running", browser);
      String text = browser.evaluate("document.body.innerText").asText();
      assertTrue(text.contains("The run failed"), text);
      assertTrue(text.contains("port 8080 is already in use"), text);
    }
  }

  private static void awaitEndOf(String state, Chromium browser)
      throws IOException, InterruptedException {
    while (browser.evaluate(STATE).asText().equals(state)) {
      browser.evaluate("new Promise(done => setTimeout(done, 100))");
    }
  }
}
