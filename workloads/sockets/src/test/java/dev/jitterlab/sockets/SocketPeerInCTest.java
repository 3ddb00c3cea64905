package dev.jitterlab.sockets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The program in C, compiled once, against the transports in Java. */
@Timeout(60)
class SocketPeerInCTest {
  private static final int OPERATIONS = 30;

  @TempDir private static Path folder;
  private static Path program;

  @BeforeAll
  static void compile() throws Exception {
    assumeTrue(
        new ProcessBuilder("sh", "-c", "command -v cc").start().waitFor() == 0,
        "needs `command -v cc`: apt-get install gcc libc6-dev");
    Path source = Path.of("src/main/c/socket-peer.c");
    program = folder.resolve("socket-peer");
    Process compiler =
        new ProcessBuilder(
                "cc",
                "-std=c11",
                "-O2",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-pthread",
                "-o",
                program.toString(),
                source.toString())
            .inheritIO()
            .start();
    assertEquals(0, compiler.waitFor(), "it compiles without a warning");
  }

  private static Process start(List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(arguments);
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static List<String> options(String end, SocketExchange exchange) {
    return new ArrayList<>(
        List.of(
            end,
            "kind=" + exchange.kind().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'),
            "request=" + exchange.requestBytes(),
            "response=" + exchange.responseBytes()));
  }

  private static Matcher firstLine(Process process, Pattern pattern) throws IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    Matcher matcher = pattern.matcher(String.valueOf(line));
    assertTrue(matcher.find(), line);
    return matcher;
  }

  private static InetSocketAddress loopback(String port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
  }

  @ParameterizedTest
  @EnumSource(ExchangeKind.class)
  void servesJava(ExchangeKind kind) throws Exception {
    SocketExchange exchange = new SocketExchange(kind, 3_000, 9_000, false, true, 0, false, 1);
    Process server = start(options("server", exchange));
    try {
      Matcher serves =
          firstLine(server, Pattern.compile("SERVES data=[\\d.]+:(\\d+) marks=[\\d.]+:(\\d+)"));
      Counts asked = new Counts(1, OPERATIONS);
      try (Peer client = Transport.NIO.ask(loopback(serves.group(1)), exchange, asked);
          MarkReader marks = MarkReader.connect(loopback(serves.group(2)))) {
        asked.awaitEnd();
        assertNull(asked.failure());
        assertTrue(!client.transport().isEmpty());
        while (marks.read().operations() < OPERATIONS) {
          Thread.sleep(1);
        }
        assertEquals(OPERATIONS, marks.read().operations());
        assertTrue(marks.read().cpuNs() > 0);
      }
    } finally {
      server.destroy();
      assertTrue(server.waitFor(5, TimeUnit.SECONDS));
    }
  }

  @ParameterizedTest
  @EnumSource(ExchangeKind.class)
  void asksJava(ExchangeKind kind) throws Exception {
    SocketExchange exchange = new SocketExchange(kind, 3_000, 9_000, false, true, 0, false, 1);
    Counts served = new Counts(1, 0);
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (Peer server =
            Transport.BLOCKING.serve(new InetSocketAddress(loopback, 0), exchange, served);
        MarkPort marks = MarkPort.open(loopback, served)) {
      List<String> options = options("client", exchange);
      options.add("port=" + server.address().getPort());
      options.add("marks=" + marks.address().getPort());
      options.add("operations=" + OPERATIONS);
      Process client = start(options);
      try {
        Matcher result = firstLine(client, Pattern.compile("RESULT ns=(\\d+) operations=(\\d+)"));
        assertEquals(Integer.toString(OPERATIONS), result.group(2));
        while (served.operations() < OPERATIONS) {
          Thread.sleep(1);
        }
        assertEquals(OPERATIONS, served.operations());
      } finally {
        client.destroy();
        assertTrue(client.waitFor(5, TimeUnit.SECONDS));
      }
    }
  }

  @Test
  void refusesWhatItDoesNotKnow() throws Exception {
    Process process = start(List.of("server", "kind=smoke"));
    assertEquals(2, process.waitFor());
    assertEquals(
        "socket-peer: kind is unknown: smoke\n",
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
  }
}
