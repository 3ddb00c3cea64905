package dev.jitterlab.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.load.TargetLoad;
import dev.jitterlab.load.Turns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** One of two real servers after the other; what is asserted are counts and order, never times. */
class HttpTurnsTest {
  private static final String OPEN = "--rate=200";
  private static final String POISSON = "--model=poisson --rate=200";
  private static final String CLOSED = "--model=closed --think=1ms";

  private final GatedServer first;
  private final GatedServer second;
  private HttpGenerator generator;
  private Turns turns;

  HttpTurnsTest() throws IOException {
    first = new GatedServer();
    second = new GatedServer();
  }

  @AfterEach
  void end() {
    generator.close();
    first.close();
    second.close();
  }

  private List<TargetLoad> start(String options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(options.split(" ", -1)));
    arguments.add("--turns");
    arguments.add("--connections=1");
    arguments.add("--threads=1");
    arguments.add("--target=server/1=" + first.address());
    arguments.add("--target=server/2=" + second.address());
    CommandLine command = HttpLoad.commandLine();
    command.parseArgs(arguments.toArray(new String[0]));
    HttpLoad load = command.getCommand();
    generator = load.start();
    turns = load.turns();
    return generator.load().targets();
  }

  @ParameterizedTest
  @ValueSource(strings = {OPEN, POISSON, CLOSED})
  void loadsOneServerAtATimeAndKeepsTheConnectionsOfTheOthers(String options) throws Exception {
    List<TargetLoad> loads = start(options);
    assertEquals(0, loads.get(0).plannedBy(System.nanoTime()));

    turns.follow("turn server/2");
    assertTrue(second.receives(20));
    assertEquals(0, loads.get(0).sent(), "it has not had its turn");

    turns.follow("turn server/1");
    assertTrue(first.receives(20));
    long sent = loads.get(1).sent();
    assertTrue(first.receives(20));
    assertEquals(sent, loads.get(1).sent(), "the other one rests");

    turns.follow("turn server/2");
    assertTrue(second.receives(20));
    assertEquals(1, second.connections(), "the connection was kept");
    assertEquals(1, first.connections());
  }

  @ParameterizedTest
  @ValueSource(strings = {OPEN, POISSON, CLOSED})
  void whatWouldHaveBeenDueMeanwhileNeverIs(String options) throws Exception {
    TargetLoad load = start(options).get(0);
    turns.follow("turn server/1");
    assertTrue(first.receives(20));
    turns.follow("turn");
    long hour = TimeUnit.HOURS.toNanos(1);
    assertTrue(Eventually.holds(() -> load.sent() == load.answered()));
    long planned = load.plannedBy(System.nanoTime() + hour);
    assertTrue(planned >= 20);
    assertTrue(planned < 1_000 * 1_000, "not an hour's: " + planned);
    assertEquals(planned, load.plannedBy(System.nanoTime() + 2 * hour));

    turns.follow("turn server/1");
    assertTrue(first.receives(20), "it goes on");
  }
}
