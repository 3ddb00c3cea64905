package dev.jitterlab.battle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.bot.Bots;
import dev.jitterlab.battle.cluster.login.Login;
import dev.jitterlab.battle.hostile.Hostile;
import dev.jitterlab.battle.identity.IdentityFiles;
import dev.jitterlab.battle.server.BattleServer;
import dev.jitterlab.program.CommandLineProcess;
import io.netty.util.ResourceLeakDetector;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands as processes, as the lab runs them. */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class BattleProcessesTest {
  private static final int SIGTERM_STATUS = 143;

  private final List<Process> processes = new ArrayList<>();

  @TempDir private Path folder;

  @AfterEach
  void killWhatIsLeft() {
    processes.forEach(Process::destroyForcibly);
  }

  @Test
  void botsPlayBattlesToTheEndOnTwoServers() throws Exception {
    Ready first = serve("--battle-seconds=1", "--tick-log=" + folder.resolve("server.hlog"));
    Ready second =
        serve(
            "--battle-seconds=1",
            "--scheduler=thread-per-task",
            "--transport=nio",
            "--logic=monolith",
            "--mode-mix=last-standing,collect:2",
            "--mode-change=1:escort;2:boss");
    assertEquals("nio", second.endpoint("transport"));
    Ready bots =
        ready(
            run(
                Bots.class,
                "--target=pool/1=" + first.endpoint("udp"),
                "--target=old/1=" + second.endpoint("udp"),
                "--players=20",
                "--tick-log=" + folder.resolve("bots.hlog")));
    bots.await("jitterlab_bot_battles_total", 80);
    for (String target : List.of("pool/1", "old/1")) {
      assertEquals(20, bots.load("players", target));
      double sent = bots.load("sent", target);
      double answered = bots.load("answered", target);
      assertTrue(sent > 0);
      assertTrue(answered > sent / 2, answered + " of " + sent + " were answered");
    }
    assertTrue(first.metric("jitterlab_battles_finished_total") >= 2);
    assertTrue(second.metric("jitterlab_battles_finished_total") >= 2);
    assertEquals(0, first.metric("jitterlab_battles_failed_total"));
    assertEquals(0, bots.metric("jitterlab_bot_malformed_total"));
    for (Process process : processes) {
      process.destroy();
    }
    for (Process process : processes) {
      assertEquals(SIGTERM_STATUS, process.waitFor());
    }
    assertTrue(Files.readString(folder.resolve("server.hlog")).contains("Tag=drift"));
    assertTrue(Files.readString(folder.resolve("bots.hlog")).contains("Tag=drift"));
  }

  @Test
  void botsPlayBattlesToTheEndThroughABadNetwork() throws Exception {
    Ready server = serve("--battle-seconds=1");
    Ready bots =
        ready(
            run(
                Bots.class,
                "--target=pool/1=" + server.endpoint("udp"),
                "--players=20",
                "--latency=40ms",
                "--jitter=10ms",
                "--loss=5%",
                "--reorder=2%",
                "--duplicate=1%"));
    bots.await("jitterlab_bot_battles_total", 40);
    for (String direction : List.of("up", "down")) {
      for (String event : List.of("delayed", "lost", "reordered", "duplicated")) {
        assertTrue(bots.link(direction, event) > 0, direction + " " + event);
      }
      assertEquals(0, bots.link(direction, "overflowed"));
    }
    double sent = bots.load("sent", "pool/1");
    assertTrue(sent <= bots.link("up", "entered") - bots.link("up", "lost"));
    assertTrue(bots.load("answered", "pool/1") > sent / 2);
    assertEquals(0, bots.metric("jitterlab_bot_malformed_total"));
  }

  @Tag("long") // ClusterTest and PlayTest kill a server too
  @Test
  void botsOfAKilledServerPlayAgainOnAnother() throws Exception {
    try (StubCluster cluster = new StubCluster()) {
      Ready doomed = serve("--battle-seconds=30", "--battle-size=2");
      Process doomedProcess = processes.get(0);
      Ready other = serve("--battle-seconds=30", "--battle-size=2");
      cluster.add(doomed.endpoint("udp"));
      cluster.add(other.endpoint("udp"));
      Ready bots =
          ready(
              run(
                  Bots.class,
                  "--login=" + cluster.uri(),
                  "--matchmaker=" + cluster.uri(),
                  "--identity-key-file=" + new IdentityFiles(folder).privateKey(),
                  "--players=20",
                  "--network=lan"));
      bots.await("jitterlab_bot_states{state=\"playing\"}", 15); // some are on the doomed server
      cluster.remove(doomed.endpoint("udp"));
      doomedProcess.destroyForcibly();
      bots.await("jitterlab_bot_recovery_seconds_count", 4);
      assertTrue(bots.metric("jitterlab_bot_requeues_total{reason=\"silence\"}") >= 4);
    }
  }

  @Test
  void refusesOptionsThatMeanNothing() throws Exception {
    assertEquals(2, failure("--battle-size is 2 to 10", BattleServer.class, "--battle-size=11"));
    assertRefused("scheduled-pool", new BattleServer(), "--scheduler=scheduled");
    assertRefused("auto, nio, epoll", new BattleServer(), "--transport=tcp");
    assertRefused("no game mode 'chess'", new BattleServer(), "--mode-mix=chess");
    assertRefused("--mode-change is", new BattleServer(), "--mode-change=boss");
    assertRefused("monolith, split", new BattleServer(), "--logic=both");
    assertRefused("--tick-rat", new BattleServer(), "--tick-rat=3");
    assertRefused("<id>=<host>:<port>", new Bots(), "--target=nowhere");
    assertRefused("nowhere to play", new Bots());
    String target = "--target=a=127.0.0.1:1";
    assertRefused("raise --players", new Bots(), target, "--search-from=9", "--players=9");
    assertRefused(
        "leave --arrivals out",
        new Bots(),
        target,
        "--search-from=9",
        "--arrivals=constant",
        "--arrival-rate=1");
    assertRefused("loopback", new BattleServer(), "--host=0.0.0.0");
    String http = "http://127.0.0.1:1";
    assertRefused(
        "--cluster is http://", new BattleServer(), inCluster("localhost:1", http, "s", "v"));
    assertRefused("--results is http://", new BattleServer(), inCluster(http, "/r", "s", "v"));
    assertRefused("--server-id is", new BattleServer(), inCluster(http, http, "s 1", "v"));
    assertRefused("--server-id is", new BattleServer(), inCluster(http, http, "..", "v"));
    assertRefused("--version-label is", new BattleServer(), inCluster(http, http, "s", ""));
    assertRefused(
        "--results is http://",
        new Login(),
        "--cluster-key-file=x",
        "--identity-key-file=x",
        "--results=localhost:1");
    assertRefused("loopback", new Hostile(), "--target=far=192.0.2.1:4000");
  }

  private static String[] inCluster(String allocator, String results, String id, String label) {
    return new String[] {
      "--cluster=" + allocator,
      "--results=" + results,
      "--server-id=" + id,
      "--version-label=" + label,
      "--server-key-file=x",
      "--outbox=x"
    };
  }

  /** The command itself, in this process: each of its own would take a second of CPU time. */
  private static void assertRefused(
      String expected, Callable<Integer> program, String... arguments) {
    ResourceLeakDetector.Level level = ResourceLeakDetector.getLevel();
    StringWriter said = new StringWriter();
    int status =
        CommandLineProcess.commandLine(program)
            .setErr(new PrintWriter(said, true))
            .execute(arguments);
    ResourceLeakDetector.setLevel(level);

    assertEquals(2, status, said.toString());
    assertTrue(said.toString().contains(expected), said.toString());
  }

  @Test
  void saysInOneLineWhichPortIsInUse() throws Exception {
    try (DatagramSocket taken = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      assertEquals(3, failure("UDP port " + port, BattleServer.class, "--port=" + port));
    }
  }

  private int failure(String expected, Class<?> main, String... arguments) throws Exception {
    Process process = run(main, arguments);
    String said = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertTrue(said.contains(expected), said);
    return process.waitFor();
  }

  private Ready serve(String... arguments) throws IOException {
    return ready(run(BattleServer.class, arguments));
  }

  private Process run(Class<?> main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")); // start faster
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).start();
    processes.add(process);
    return process;
  }

  private static Ready ready(Process process) throws IOException {
    BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    String line = out.readLine();
    assertTrue(line != null && line.startsWith("JITTERLAB READY "), line);
    return new Ready(line);
  }

  /** A process that said it is ready, and where. */
  private static final class Ready {
    private final String line;

    Ready(String line) {
      this.line = line;
    }

    String endpoint(String name) {
      for (String word : line.split(" ", -1)) {
        if (word.startsWith(name + "=")) {
          return word.substring(name.length() + 1);
        }
      }
      throw new AssertionError(name + " is not in " + line);
    }

    double load(String what, String target) throws Exception {
      String suffix = what.equals("players") ? "" : "_total";
      return metric("jitterlab_load_" + what + suffix + "{target=\"" + target + "\"}");
    }

    double link(String direction, String event) throws Exception {
      return metric(
          "jitterlab_bot_link_packets_total{direction=\""
              + direction
              + "\",event=\""
              + event
              + "\"}");
    }

    /** Waits until the metric has that value or more. */
    void await(String name, double least) throws Exception {
      while (metric(name) < least) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
      }
    }

    double metric(String name) throws Exception {
      String text =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(endpoint("metrics"))).build(),
                  HttpResponse.BodyHandlers.ofString())
              .body();
      return text.lines()
          .filter(sample -> sample.startsWith(name + " "))
          .mapToDouble(sample -> Double.parseDouble(sample.substring(name.length() + 1)))
          .findFirst()
          .orElseThrow(() -> new AssertionError(name + " is not in\n" + text));
    }
  }
}
