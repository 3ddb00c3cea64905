package dev.jitterlab.lab.report.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spoken to in plain text over a socket: an HTTP client would not let a test lie. */
class LiveServerTest {
  private static final int PATIENCE_MS = 60_000;

  @TempDir private Path folder;
  private LiveRun run;
  private LiveServer server;

  @BeforeEach
  void serve() {
    RunDirectory directory = new RunDirectory(folder.resolve("run"));
    run = new LiveRun(directory, Time.system());
    server = new LiveServer(0, run, directory);
  }

  @AfterEach
  void end() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost", "LOCALHOST:1234", "[::1]:80"})
  void answersWhoAsksThisMachine(String host) throws IOException {
    assertFalse(run.isLookedAt());
    String answer = get("/", "Host: " + host);

    assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
    assertTrue(answer.contains("id=\"live\""), answer);
    assertTrue(answer.toLowerCase(Locale.ROOT).contains("cache-control: no-store"), answer);
    assertTrue(run.isLookedAt());
  }

  @ParameterizedTest
  @ValueSource(strings = {"same-origin", "none"})
  void answersItsOwnPageAndWhoTypedTheAddress(String site) throws IOException {
    String answer = get("/live.json", "Host: 127.0.0.1\r\nSec-Fetch-Site: " + site);

    assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
  }

  /** Names that somebody else has pointed to 127.0.0.1, and others' pages. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: evil.example",
        "Host: 127.0.0.1.evil.example",
        "Host: localhost@evil.example",
        "Host: 192.168.0.1",
        "Host: 127.0.0.1\r\nOrigin: http://evil.example",
        "Host: 127.0.0.1\r\nOrigin: null",
        "Host: 127.0.0.1\r\nSec-Fetch-Site: cross-site",
        "Host: 127.0.0.1\r\nSec-Fetch-Site: same-site",
        "X: y"
      })
  void refusesWhoAsksForAnotherName(String headers) throws IOException {
    String answer = get("/live.json", headers);

    assertTrue(answer.startsWith("HTTP/1.1 403 ") || answer.startsWith("HTTP/1.1 400 "), answer);
    assertFalse(run.isLookedAt());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/experiment.yaml",
        "/../run.json",
        "/%2e%2e/run.json",
        "/report.html/../run.json",
        "//etc"
      })
  void servesNoOtherFile(String path) throws IOException {
    Files.createDirectories(folder.resolve("run"));
    Files.writeString(folder.resolve("run/experiment.yaml"), "secret");
    Files.writeString(folder.resolve("run.json"), "secret");
    String answer = get(path, "Host: localhost");

    assertTrue(answer.startsWith("HTTP/1.1 404 ") || answer.startsWith("HTTP/1.1 400 "), answer);
    assertFalse(answer.contains("secret"), answer);
  }

  @Test
  void changesNothing() throws IOException {
    String answer = ask("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0");

    assertTrue(answer.startsWith("HTTP/1.1 405 "), answer);
  }

  @Test
  void servesTheReportOnceItIsThere() throws IOException {
    assertTrue(get("/report.html", "Host: localhost").startsWith("HTTP/1.1 404 "));
    Files.createDirectories(folder.resolve("run"));
    Files.writeString(folder.resolve("run/report.html"), "<p>the report");

    assertTrue(get("/report.html", "Host: localhost").endsWith("<p>the report"));
  }

  /** No answer takes too long until the test says so. */
  private static final class HeldLimits extends ScheduledThreadPoolExecutor {
    private final BlockingQueue<Runnable> cuts = new LinkedBlockingQueue<>();

    HeldLimits() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable cut, long delay, TimeUnit unit) {
      cuts.add(cut);
      return super.schedule(cut, 1, TimeUnit.DAYS);
    }
  }

  /** Such as browsers behind a tunnel that has stalled: they hold every thread. */
  @Test
  void viewersThatDoNotReadAreCutOffAndOthersAreServed() throws Exception {
    server.close();
    RunDirectory directory = new RunDirectory(folder.resolve("run"));
    HeldLimits limits = new HeldLimits();
    server = new LiveServer(0, run, directory, limits);
    Files.createDirectories(directory.root());
    Files.writeString(directory.report(), "x".repeat(8 << 20)); // more than the kernel takes
    List<Socket> stalled = new ArrayList<>();
    try {
      for (int i = 0; i < 4; i++) {
        stalled.add(askAndDoNotRead());
      }
      for (int i = 0; i < 4; i++) {
        Runnable cut = limits.cuts.poll(PATIENCE_MS, TimeUnit.MILLISECONDS);
        assertNotNull(cut, "an answer without a limit");
        cut.run();
      }

      assertTrue(get("/live.json", "Host: localhost").startsWith("HTTP/1.1 200 "));
    } finally {
      for (Socket viewer : stalled) {
        viewer.close();
      }
    }
  }

  private Socket askAndDoNotRead() throws IOException {
    Socket viewer = new Socket();
    viewer.setReceiveBufferSize(4_096);
    viewer.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.uri().getPort()));
    viewer
        .getOutputStream()
        .write(
            "GET /report.html HTTP/1.1\r\nHost: localhost\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
    return viewer;
  }

  @Test
  void saysThatAPortIsTaken() {
    LabException taken =
        assertThrows(
            LabException.class,
            () -> new LiveServer(server.uri().getPort(), run, new RunDirectory(folder)).close());

    assertEquals("the port is already in use or not allowed", taken.problems().getFirst().what());
  }

  private String get(String path, String headers) throws IOException {
    return ask("GET " + path + " HTTP/1.1\r\n" + headers);
  }

  private String ask(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.uri().getPort())) {
      socket.setSoTimeout(PATIENCE_MS);
      socket
          .getOutputStream()
          .write((request + "\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
