package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.rules.Ending;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GameServerTest {
  private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();

  private final List<AutoCloseable> opened = new ArrayList<>();

  @TempDir private Path folder;

  @BeforeAll
  static void followEveryBuffer() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    ByteBufUtil.setLeakListener((type, records) -> LEAKS.add(type + records));
  }

  /** Every buffer that was not released by now is found when the collector has taken it. */
  @AfterAll
  static void releasesEveryBuffer() {
    for (int i = 0; i < 5; i++) {
      System.gc();
      ByteBufAllocator.DEFAULT.directBuffer(1).release(); // allocating reports what was found
    }
    ByteBufUtil.setLeakListener(null);
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.SIMPLE);
    assertEquals(List.of(), List.copyOf(LEAKS));
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable part : opened) {
      part.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"scheduled-pool", "thread-per-task", "virtual-threads", "partitioned", "lockless"})
  void playsFromJoinToEndAndAgain(String scheduler) throws Exception {
    GameServer.Options options = new GameServer.Options();
    options.scheduler = scheduler;
    options.tickLog = folder.resolve("ticks.hlog");
    GameServer server = start(options, 1, 100, Battle::new);
    TestPlayer one = joined(server);
    TestPlayer other = joined(server);
    one.await(ServerPacket.Type.STATE);
    other.await(ServerPacket.Type.STATE);
    assertEquals(2, one.snapshot.players());
    assertEquals(1, one.packet.battle());
    assertEquals(1, metric(server, "jitterlab_battles"));
    assertEquals(2, metric(server, "jitterlab_players"));

    int first = one.sendInput(1);
    int second = one.sendInput(1);
    one.awaitAck(second);
    one.awaitAck(first);

    one.await(ServerPacket.Type.ENDED);
    other.await(ServerPacket.Type.ENDED);
    assertEquals(1, one.packet.battle());
    assertEquals(Ending.TIME.code(), one.packet.endingCode());
    int late = one.sendInput(1);
    one.receive(ServerPacket.Type.ENDED);
    assertEquals(late, one.packet.ack());
    assertEquals(0, metric(server, "jitterlab_battles"));
    assertEquals(0, metric(server, "jitterlab_players"));
    assertEquals(1, metric(server, "jitterlab_battles_finished_total"));
    assertEquals(2, metric(server, "jitterlab_inputs_total{outcome=\"accepted\"}"));

    one.sendJoin();
    one.receive(ServerPacket.Type.QUEUED);
    other.sendJoin();
    other.await(ServerPacket.Type.STATE);
    one.await(ServerPacket.Type.STATE);
    assertEquals(2, one.packet.battle());
    server.close();
    assertTrue(Files.readString(options.tickLog).contains("Tag=execution"));
  }

  @Test
  void startsASmallBattleAfterAWhileAndGoesOnUntilOneIsLeft() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 10, 100, Battle::new);
    TestPlayer one = joined(server);
    TestPlayer other = joined(server);
    TestPlayer leaver = joined(server);
    one.await(ServerPacket.Type.STATE);
    assertEquals(3, one.snapshot.players());
    leaver.sendLeave();
    do {
      one.await(ServerPacket.Type.STATE);
    } while (!one.snapshot.isGone(2));
    assertEquals(2, metric(server, "jitterlab_players"));
    other.sendLeave();
    one.await(ServerPacket.Type.ENDED);
    assertEquals(Ending.DESERTED.code(), one.packet.endingCode());
  }

  @Test
  void letsALeaverReturnToTheSamePlaceInTheBattle() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 3, 100, Battle::new);
    TestPlayer one = joined(server);
    joined(server);
    TestPlayer leaver = joined(server);
    leaver.await(ServerPacket.Type.STATE);
    leaver.sendLeave();
    do {
      one.await(ServerPacket.Type.STATE);
    } while (!one.snapshot.isGone(2));
    assertEquals(2, metric(server, "jitterlab_players"));
    leaver.sendJoin();
    do {
      leaver.await(ServerPacket.Type.STATE);
    } while (leaver.snapshot.isGone(2));
    assertEquals(2, leaver.snapshot.you());
    assertEquals(1, leaver.packet.battle());
    assertEquals(3, metric(server, "jitterlab_players"));
    assertEquals(1, metric(server, "jitterlab_joins_total{outcome=\"returned\"}"));
  }

  @Test
  void playsTheModesOfTheMix() throws Exception {
    BattleFactory modes =
        new ScheduledModes(new ModeSchedule("boss", List.of()), Logic.MONOLITH, System::nanoTime);
    GameServer server = start(new GameServer.Options(), 60, 100, modes);
    TestPlayer one = joined(server);
    joined(server);
    one.await(ServerPacket.Type.STATE);
    assertEquals(GameMode.BOSS, one.snapshot.mode());
    assertEquals(5, one.snapshot.npcs().count());
  }

  @Test
  void ignoresGarbageAndPlaysOn() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 100, Battle::new);
    TestPlayer one = joined(server);
    joined(server);
    one.await(ServerPacket.Type.STATE);
    TestPlayer stranger = player(server);
    DeterministicRandom random = new DeterministicRandom(5);
    for (int i = 0; i < 5_000; i++) {
      byte[] garbage = new byte[random.nextInt(1_400)];
      for (int j = 0; j < garbage.length; j++) {
        garbage[j] = (byte) random.nextLong();
      }
      (i % 2 == 0 ? stranger : one).sendRaw(garbage);
      stranger.sendInput(1);
    }
    one.playUntilAcknowledged(1);
    // The first that the stranger ever hears is the answer to its JOIN.
    stranger.join();
    assertTrue(metric(server, "jitterlab_inputs_total{outcome=\"malformed\"}") > 0);
    assertTrue(metric(server, "jitterlab_inputs_total{outcome=\"unknown-sender\"}") > 0);
    assertEquals(0, metric(server, "jitterlab_network_errors_total"));
  }

  @Test
  void limitsWhatOnePlayerMaySend() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 100, Battle::new);
    TestPlayer one = joined(server);
    TestPlayer flooder = joined(server);
    one.await(ServerPacket.Type.STATE);
    for (int i = 0; i < 1_000; i++) {
      flooder.sendInput(1);
    }
    one.playUntilAcknowledged(1);
    assertTrue(metric(server, "jitterlab_inputs_total{outcome=\"rate-limited\"}") > 0);
    assertTrue(metric(server, "jitterlab_inputs_total{outcome=\"overflow\"}") > 0);
  }

  @Test
  void endsAFailingBattleAndOnlyThat() throws Exception {
    BattleFactory factory =
        (rules, players, seed) ->
            new Battle(rules, players, seed) {
              @Override
              public void step(BattleInputs inputs) {
                if (players == 3 && tick() == 2) {
                  throw new IllegalStateException("a bug in this mode of the game");
                }
                super.step(inputs);
              }
            };
    GameServer server = start(new GameServer.Options(), 60, 3, 100, factory);
    TestPlayer unlucky = joined(server);
    joined(server);
    joined(server);
    unlucky.await(ServerPacket.Type.STATE);
    TestPlayer lucky = joined(server);
    joined(server);
    unlucky.await(ServerPacket.Type.ENDED);
    assertEquals(Ending.FAILED.code(), unlucky.packet.endingCode());
    lucky.await(ServerPacket.Type.STATE); // of two, after the wait in the lobby
    lucky.awaitAck(lucky.sendInput(2));
    assertEquals(1, metric(server, "jitterlab_battles_failed_total"));
    assertEquals(1, metric(server, "jitterlab_ticks_failed_total"));
    assertEquals(1, metric(server, "jitterlab_battles"));
    assertEquals(2, metric(server, "jitterlab_players"));
  }

  @Test
  void refusesPlayersWhenItIsFull() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 1, Battle::new);
    joined(server);
    TestPlayer second = player(server);
    second.join();
    second.receive(ServerPacket.Type.REFUSED);
  }

  @Test
  void playsBattlesByItselfOneAfterAnother() throws Exception {
    GameServer server =
        GameServer.start(
            new GameServer.Options(), new ServerSettings(20, 1, 4, 100, 3, 1), Battle::new);
    opened.add(server);
    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          while (metric(server, "jitterlab_battles_started_total") < 6) {
            Thread.onSpinWait();
          }
        });
    assertEquals(0, metric(server, "jitterlab_battles_failed_total"));
  }

  @Test
  void saysWhichPortIsInUse() throws Exception {
    try (DatagramSocket taken = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      GameServer.Options options = new GameServer.Options();
      options.port = taken.getLocalPort();
      IOException refusal =
          assertThrows(IOException.class, () -> start(options, 60, 100, Battle::new));
      assertTrue(refusal.getMessage().contains("UDP port " + options.port), refusal.getMessage());
    }
  }

  @Test
  void freesItsPortWhenClosed() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 100, Battle::new);
    joined(server);
    joined(server).await(ServerPacket.Type.STATE);
    InetSocketAddress address = server.udpAddress();
    server.close();
    try (DatagramSocket again = new DatagramSocket(address)) {
      assertFalse(again.isClosed());
    }
  }

  private GameServer start(
      GameServer.Options options, int battleSeconds, int maxPlayers, BattleFactory factory)
      throws IOException {
    return start(options, battleSeconds, 2, maxPlayers, factory);
  }

  private GameServer start(
      GameServer.Options options,
      int battleSeconds,
      int battleSize,
      int maxPlayers,
      BattleFactory factory)
      throws IOException {
    GameServer server =
        GameServer.start(
            options, new ServerSettings(20, battleSeconds, battleSize, maxPlayers, 0, 1), factory);
    opened.add(server);
    return server;
  }

  private TestPlayer player(GameServer server) throws IOException {
    TestPlayer player = new TestPlayer(server.udpAddress());
    opened.add(player);
    return player;
  }

  private TestPlayer joined(GameServer server) throws IOException {
    TestPlayer player = player(server);
    player.join();
    player.receive(ServerPacket.Type.QUEUED);
    return player;
  }

  private static double metric(GameServer server, String name) throws Exception {
    String text = get(server.metricsUri());
    return text.lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not in\n" + text));
  }

  private static String get(URI uri) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
