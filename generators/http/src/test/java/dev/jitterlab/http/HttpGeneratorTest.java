package dev.jitterlab.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.Target;
import dev.jitterlab.load.TargetLoad;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Against a real server; what is asserted are counts and order, never times. */
class HttpGeneratorTest {
  private final GatedServer server;
  private HttpGenerator generator;

  HttpGeneratorTest() throws IOException {
    server = new GatedServer();
  }

  @AfterEach
  void end() {
    if (generator != null) {
      generator.close();
    }
    server.close();
  }

  private TargetLoad start(String address, String... options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.add("--target=server/1=" + address);
    return start(arguments);
  }

  private TargetLoad start(List<String> arguments) throws IOException {
    CommandLine command = HttpLoad.commandLine();
    command.parseArgs(arguments.toArray(new String[0]));
    HttpLoad load = command.getCommand();
    generator = load.start();
    return generator.load().targets().get(0);
  }

  @Test
  void anOpenModelGoesOnSendingWhileNothingIsAnswered() throws Exception {
    server.stall();
    TargetLoad load = start(server.address(), "--rate=200");
    assertTrue(server.receives(40), "more requests than any window");
    assertEquals(0, load.answered());
    server.goOn();
    assertTrue(Eventually.holds(() -> load.answered() >= 40));
  }

  /** It must be told by the answers themselves, whichever model sends. */
  @ParameterizedTest
  @ValueSource(strings = {"--rate=200", "--model=closed --connections=2 --think=10ms"})
  void saysThatAServerDoesNotHaveWhatItIsAskedFor(String model) throws Exception {
    try (ScriptedAnswers missing =
        new ScriptedAnswers(
            (connection, request) -> "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n")) {
      CommandLine command = HttpLoad.commandLine();
      command.parseArgs(
          (model + " --path=/nothing --target=server/1=" + missing.address()).split(" ", -1));
      HttpLoad load = command.getCommand();
      List<String> told = new CopyOnWriteArrayList<>();
      generator = load.start(1, told::add);
      assertTrue(Eventually.holds(() -> !told.isEmpty()));
      assertTrue(told.get(0).startsWith("server/1: all 20 answers so far had"), told.get(0));
      assertTrue(told.get(0).contains("404 (GET /nothing)"), told.get(0));
    }
  }

  @Test
  void aClosedModelSendsNothingWhileItsClientsWait() throws Exception {
    server.stall();
    TargetLoad load = start(server.address(), "--model=closed", "--connections=3");
    assertTrue(server.receives(3));
    assertTrue(Eventually.holds(() -> load.sent() == 3));
    assertEquals(0, server.unexpected());
    assertEquals(load.sent(), load.offeredBy(System.nanoTime()));
    server.goOn();
    assertTrue(server.receives(10), "they go on when they have their answers");
  }

  @Test
  void countsWhatIsDueAndCannotGoOutAsOverflow() throws Exception {
    server.stall();
    TargetLoad load = start(server.address(), "--model=poisson", "--rate=500", "--connections=4");
    assertTrue(server.receives(4));
    assertTrue(Eventually.holds(() -> load.ended(RequestOutcome.OVERFLOW) >= 20));
    assertEquals(4, load.sent());
    assertEquals(0, server.unexpected());
    assertTrue(load.offeredBy(System.nanoTime()) >= 24, "what is due is offered all the same");
  }

  @Test
  void countsErrorsOfTheServerAsRefusals() throws Exception {
    server.status(503);
    TargetLoad load = start(server.address(), "--rate=100");
    assertTrue(Eventually.holds(() -> load.ended(RequestOutcome.REFUSED) >= 3));
    assertEquals(0, load.answered());
  }

  @Test
  void givesUpAfterTheTimeout() throws Exception {
    server.stall();
    TargetLoad load = start(server.address(), "--rate=50", "--timeout=20ms");
    assertTrue(Eventually.holds(() -> load.ended(RequestOutcome.TIMEOUT) >= 3));
    assertEquals(0, load.answered());
  }

  /** Its end ends none of them, or a server that hangs would have answered all that counts. */
  @ParameterizedTest
  @ValueSource(strings = {"--protocol=http", "--protocol=h2c"})
  void itsLogSaysWhatWasOutAtTheEnd(String protocol, @TempDir Path folder) throws Exception {
    Path log = folder.resolve("ticks.hlog");
    try (ServerSocket silent = new ServerSocket(0, 100, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + silent.getLocalPort();
      TargetLoad load = start(address, "--rate=200", "--tick-log=" + log, protocol);
      assertTrue(Eventually.holds(() -> load.sent() >= 5));
      generator.close();
      long waiting = -1;
      try (HistogramLogReader reader = new HistogramLogReader(log.toString())) {
        EncodableHistogram next;
        while ((next = reader.nextIntervalHistogram()) != null) {
          if (next.getTag().equals("waiting-response;target=server%2F1")) {
            waiting = ((Histogram) next).getTotalCount(); // that of the last line
          }
        }
      }
      assertTrue(waiting >= 5, "the last line has " + waiting);
      assertEquals(0, load.ended(RequestOutcome.FAILED));
    }
  }

  /** By when the plan has them, so that a generator that is late changes nothing. */
  @Test
  void countsTheRequestsOfEachLevelForThemselves() throws Exception {
    TargetLoad load = start(server.address(), "--model=steps", "--rate=100:205ms,200");
    Map<String, Supplier<Histogram>> times = generator.load().responseTimes();
    long[] counted = new long[2];
    assertTrue(
        Eventually.holds(
            () -> {
              counted[0] += ofLevel(times, 1);
              counted[1] += ofLevel(times, 2);
              return counted[0] >= 20 && counted[1] >= 20;
            }));
    assertEquals(20, counted[0] + ofLevel(times, 1));
    assertFalse(times.containsKey(level(3)));
    assertTrue(load.answered() >= 40);
  }

  @Test
  void countsNoLevelsOfALoadThatHasOne() throws Exception {
    start(server.address(), "--rate=200");
    assertFalse(generator.load().responseTimes().containsKey(level(1)));
  }

  private static String level(int number) {
    return "step;target=server%2F1;step=level-" + number;
  }

  private static long ofLevel(Map<String, Supplier<Histogram>> times, int number) {
    return times.get(level(number)).get().getTotalCount();
  }

  @Test
  void clientsOfAServerThatIsGoneTryAgain() throws Exception {
    String closed;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = "127.0.0.1:" + free.getLocalPort();
    }
    TargetLoad load = start(closed, "--model=closed", "--connections=1");
    assertTrue(Eventually.holds(() -> load.ended(RequestOutcome.FAILED) >= 3));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void sharesTheServersAmongItsThreads(int threads) throws Exception {
    try (GatedServer other = new GatedServer()) {
      start(
          List.of(
              "--rate=100",
              "--threads=" + threads,
              "--target=server/1=" + server.address(),
              "--target=server/2=" + other.address()));
      List<TargetLoad> loads = generator.load().targets();
      assertTrue(Eventually.holds(() -> loads.get(0).answered() >= 10));
      assertTrue(Eventually.holds(() -> loads.get(1).answered() >= 10));
    }
  }

  @Test
  void readsAnswersAlsoWhereItIsTooLateToWaitForThem() throws Exception {
    TargetLoad load = start(server.address(), "--rate=1000000", "--connections=2");
    assertTrue(Eventually.holds(() -> load.answered() >= 50));
    assertTrue(load.ended(RequestOutcome.OVERFLOW) > 0);
  }

  @Test
  void sendsWhatTheOptionsSay() throws Exception {
    TargetLoad load =
        start(
            server.address(),
            "--rate=50",
            "--method=post",
            "--path=/orders?kind=a%20b",
            "--body={\"n\": 1}");
    assertTrue(Eventually.holds(() -> load.answered() >= 1));
    assertEquals("POST /orders?kind=a%20b {\"n\": 1}", server.lastRequest());
    assertEquals(Target.parse("server/1=" + server.address()).id(), load.target().id());
  }
}
