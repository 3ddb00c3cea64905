package dev.jitterlab.lab.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadinessTest {
  private static final Map<String, String> ENDPOINTS = Map.of("target", "127.0.0.1:1");

  @TempDir private Path folder;

  private OutputFile output(String printed) throws IOException {
    return new OutputFile(Files.writeString(folder.resolve("stdout.log"), printed));
  }

  @Test
  void findsALineOfTheLogOnceItIsWhole() throws IOException {
    Readiness line = new Readiness.Line(Pattern.compile("Started .* ms$"), ENDPOINTS);
    OutputFile output = output("Starting\nnow Started in 5 m");

    assertEquals(Optional.empty(), line.look(output, UnaryOperator.identity()));
    output("Starting\nnow Started in 5 ms\n");
    assertEquals(Optional.of(ENDPOINTS), line.look(output, UnaryOperator.identity()));
    assertEquals("printed no line like 'Started .* ms$'", line.missing());
  }

  @Test
  void seesThatAPortTakesConnections() throws IOException {
    int port;
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      port = server.getLocalPort();
      assertEquals(
          Optional.of(ENDPOINTS),
          new Readiness.Port(port, ENDPOINTS).look(output(""), UnaryOperator.identity()));
    }
    assertEquals(
        Optional.empty(),
        new Readiness.Port(port, ENDPOINTS).look(output(""), UnaryOperator.identity()));
  }

  /** It would be measured in the place of the process. */
  @Test
  void namesThePortThatAnotherProgramHasBeforeTheProcessStarts() throws IOException {
    Readiness port;
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      port = new Readiness.Port(server.getLocalPort(), ENDPOINTS);
      assertEquals(
          Optional.of("port " + server.getLocalPort() + " is taken"), port.taken(output("")));
    }
    assertEquals(Optional.empty(), port.taken(output("")));
    assertEquals(Optional.empty(), new Readiness.Started().taken(output("")));
  }

  @Test
  void takesAStatusOfSuccessAndNoOther() throws IOException {
    AtomicInteger status = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(status.get(), -1);
          exchange.close();
        });
    server.start();
    try {
      Readiness http =
          new Readiness.Http(
              URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/up"), ENDPOINTS);
      for (int refused : new int[] {301, 404, 503}) {
        status.set(refused);
        assertEquals(
            Optional.empty(), http.look(output(""), UnaryOperator.identity()), "status " + refused);
        assertEquals(Optional.empty(), http.taken(output("")), "status " + refused);
      }
      status.set(204);
      assertTrue(http.look(output(""), UnaryOperator.identity()).isPresent());
      assertTrue(http.taken(output("")).orElseThrow().endsWith("/up is answered"));
    } finally {
      server.stop(0);
    }
  }
}
