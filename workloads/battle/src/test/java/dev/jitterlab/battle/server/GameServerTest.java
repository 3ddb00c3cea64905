package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.hostile.Flood;
import dev.jitterlab.battle.hostile.HostileKind;
import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.rules.Ending;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import dev.jitterlab.battle.session.ClientSession.Receipt;
import dev.jitterlab.battle.session.Datagram;
import dev.jitterlab.battle.session.Grant;
import dev.jitterlab.battle.session.Offence;
import dev.jitterlab.battle.session.Refusal;
import dev.jitterlab.tick.ExecutionBudget;
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
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
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
    assertEquals(2, one.snapshot().players());
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
    assertEquals(3, one.snapshot().players());
    leaver.sendLeave();
    do {
      one.await(ServerPacket.Type.STATE);
    } while (!one.snapshot().isGone(2));
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
    } while (!one.snapshot().isGone(2));
    assertEquals(2, metric(server, "jitterlab_players"));
    leaver.join();
    do {
      leaver.await(ServerPacket.Type.STATE);
    } while (leaver.snapshot().isGone(2));
    assertEquals(2, leaver.snapshot().you());
    assertEquals(1, leaver.packet.battle());
    assertEquals(3, metric(server, "jitterlab_players"));
    assertEquals(1, metric(server, "jitterlab_joins_total{outcome=\"returned\"}"));
  }

  @Test
  void playsTheModesOfTheMix() throws Exception {
    BattleFactory modes =
        new ScheduledModes(
            new ModeSchedule("boss", List.of()),
            Logic.MONOLITH,
            ModeRates.none(),
            System::nanoTime);
    GameServer server = start(new GameServer.Options(), 60, 100, modes);
    TestPlayer one = joined(server);
    joined(server);
    one.await(ServerPacket.Type.STATE);
    assertEquals(GameMode.BOSS, one.snapshot().mode());
    assertEquals(5, one.snapshot().npcs().count());
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
      garbage = Arrays.copyOf(garbage, 60);
      garbage[0] = Datagram.SEALED;
      stranger.sendRaw(garbage);
    }
    one.playUntilAcknowledged(1);
    // The first that the stranger ever hears is the answer to its JOIN.
    stranger.join();
    assertTrue(metric(server, "jitterlab_packets_total{outcome=\"malformed\"}") > 0);
    assertTrue(metric(server, "jitterlab_packets_total{outcome=\"unknown-sender\"}") > 0);
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
    assertTrue(metric(server, "jitterlab_packets_total{outcome=\"rate-limited\"}") > 0);
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

  /**
   * A battle that is quarantined may even stand still, on a server with one thread for all others.
   */
  @Test
  void aBattleThatKeepsExceedingItsBudgetNoLongerDelaysTheOthers() throws Exception {
    CountDownLatch released = new CountDownLatch(1);
    opened.add(released::countDown);
    TickSettings budget =
        TickSettings.defaults()
            .latePolicy("skip")
            .budget(ExecutionBudget.ofNs(5_000_000).quarantineAfter(2, 4), false);
    GameServer server = startWithSlowBattles(budget, 8, released);
    TestPlayer slow = joined(server);
    joined(server);
    joined(server);
    slow.await(ServerPacket.Type.STATE);
    TestPlayer quick = joined(server);
    joined(server);
    while (metric(server, "jitterlab_tasks_quarantined") == 0) {
      slow.receive(ServerPacket.Type.STATE);
    }
    quick.await(ServerPacket.Type.STATE); // of two, after the wait in the lobby
    int first = quick.snapshot().tick();
    do {
      quick.await(ServerPacket.Type.STATE);
    } while (quick.snapshot().tick() < first + 20);
    assertEquals(2, metric(server, "jitterlab_mode_battles{mode=\"deathmatch\"}"));
    assertTrue(metric(server, "jitterlab_mode_ticks_total{mode=\"deathmatch\"}") >= 20);
  }

  @Test
  void endsABattleOverItsBudgetWhereThatIsAskedFor() throws Exception {
    TickSettings budget =
        TickSettings.defaults()
            .latePolicy("skip")
            .budget(ExecutionBudget.ofNs(5_000_000).quarantineAfter(2, 4), true);
    GameServer server = startWithSlowBattles(budget, Integer.MAX_VALUE, new CountDownLatch(1));
    TestPlayer slow = joined(server);
    joined(server);
    joined(server);
    slow.await(ServerPacket.Type.ENDED);
    assertEquals(Ending.FAILED.code(), slow.packet.endingCode());
    assertEquals(1, metric(server, "jitterlab_battles_failed_total"));
    assertEquals(0, metric(server, "jitterlab_mode_battles{mode=\"deathmatch\"}"));
  }

  /** Battles of three take 10 ms a tick, and after so many ticks wait for the release. */
  private GameServer startWithSlowBattles(
      TickSettings ticks, int blocksAtTick, CountDownLatch released) throws IOException {
    GameServer.Options options = new GameServer.Options();
    options.scheduler = "partitioned";
    options.threads = 1;
    BattleFactory factory =
        (rules, players, seed) ->
            new Battle(rules, players, seed) {
              @Override
              public void step(BattleInputs inputs) {
                if (players == 3) {
                  LockSupport.parkNanos(10_000_000);
                }
                if (players == 3 && tick() >= blocksAtTick) {
                  awaitQuietly(released);
                }
                super.step(inputs);
              }
            };
    GameServer server =
        GameServer.start(options, new ServerSettings(20, 60, 3, 100, 1, ticks), factory);
    opened.add(server);
    return server;
  }

  private static void awaitQuietly(CountDownLatch released) {
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void refusesPlayersWhenItIsFull() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 1, Battle::new);
    joined(server);
    assertRefused(Refusal.FULL, player(server), TestPlayer.grant(2, 60));
  }

  @Test
  void refusesATokenThatHasExpiredOrWasUsedElsewhere() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 100, Battle::new);
    assertRefused(Refusal.EXPIRED, player(server), TestPlayer.grant(1, -10));
    Grant grant = TestPlayer.grant(1, 60);
    TestPlayer owner = player(server);
    TestPlayer thief = player(server);
    joinWith(grant, owner);
    assertRefused(Refusal.TOKEN_USED, thief, grant);
    joinWith(grant, owner); // from the same address it may be used again
  }

  @Test
  void givesAPlayerWithANewAddressHisOldPlace() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 2, 100, Battle::new);
    joined(server);
    TestPlayer mover = new TestPlayer(server.udpAddress(), 77);
    opened.add(mover);
    mover.join();
    mover.await(ServerPacket.Type.STATE);
    TestPlayer moved = new TestPlayer(server.udpAddress(), 77);
    opened.add(moved);
    moved.join();
    moved.receive(ServerPacket.Type.STATE);
    assertEquals(mover.snapshot().you(), moved.snapshot().you());
    assertEquals(2, metric(server, "jitterlab_players"));
  }

  @Test
  void kicksWhoIgnoresWarningsTellsHimAndRefusesHim() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 3, 100, Battle::new);
    TestPlayer cheat = new TestPlayer(server.udpAddress(), 66);
    opened.add(cheat);
    cheat.join();
    cheat.receive(ServerPacket.Type.QUEUED);
    joined(server);
    joined(server);
    cheat.await(ServerPacket.Type.STATE);
    for (int i = 0; i < 49; i++) {
      cheat.sendInput(1, -1);
    }
    cheat.await(ServerPacket.Type.WARNED);
    assertEquals(Offence.FUTURE_TICK.code(), cheat.packet.reason());
    cheat.sendInput(1, -1);
    cheat.await(ServerPacket.Type.KICKED);
    assertEquals(Offence.FUTURE_TICK.code(), cheat.packet.reason());
    assertRefused(Refusal.KICKED, player(server), TestPlayer.grant(66, 60));
    assertEquals(
        1, metric(server, "jitterlab_penalties_total{penalty=\"kick\",reason=\"future-tick\"}"));
  }

  @Test
  void losesNoInputWhenEverySecondPacketIsLost() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 100, Battle::new);
    TestPlayer one = joined(server);
    joined(server);
    one.await(ServerPacket.Type.STATE);
    for (int i = 0; i < 20; i++) {
      one.loseInput(1);
      one.awaitAck(one.sendInput(1));
      assertEquals(1, one.packet.ackBits() & 1);
    }
    assertEquals(20, metric(server, "jitterlab_inputs_total{outcome=\"accepted\"}"));
    assertEquals(20, metric(server, "jitterlab_inputs_total{outcome=\"recovered\"}"));
  }

  @Test
  void takesARecordedPacketOnlyOnce() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 100, Battle::new);
    TestPlayer one = joined(server);
    joined(server);
    one.await(ServerPacket.Type.STATE);
    byte[] recorded = one.sendCopiedInput(1);
    TestPlayer elsewhere = player(server);
    for (int i = 0; i < 10; i++) {
      one.sendRaw(recorded);
      elsewhere.sendRaw(recorded);
    }
    byte[] forged = recorded.clone();
    forged[1] = 1; // a later sequence
    one.sendRaw(forged);
    one.awaitAck(one.sendInput(1));
    assertEquals(2, metric(server, "jitterlab_inputs_total{outcome=\"accepted\"}"));
    assertEquals(10, metric(server, "jitterlab_packets_total{outcome=\"replayed\"}"));
    assertEquals(10, metric(server, "jitterlab_packets_total{outcome=\"unknown-sender\"}"));
    assertEquals(1, metric(server, "jitterlab_packets_total{outcome=\"forged\"}"));
  }

  @ParameterizedTest
  @EnumSource(HostileKind.class)
  void playsOnInAFlood(HostileKind kind) throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 100, Battle::new);
    TestPlayer one = joined(server);
    joined(server);
    one.await(ServerPacket.Type.STATE);
    try (Flood flood = Flood.open(server.udpAddress(), kind, 1, System::nanoTime)) {
      assertTrue(flood.run(20_000, 200_000_000) > 0);
    }
    one.playUntilAcknowledged(1);
    assertEquals(0, metric(server, "jitterlab_network_errors_total"));
    assertEquals(0, metric(server, "jitterlab_ticks_failed_total"));
  }

  @Test
  void dropsInputsThatHaveSeenTheFuture() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 100, Battle::new);
    TestPlayer one = joined(server);
    joined(server);
    one.await(ServerPacket.Type.STATE);
    one.sendInput(1, Integer.MAX_VALUE);
    one.sendInput(1, -1);
    one.awaitAck(one.sendInput(1, one.snapshot().tick()));
    assertEquals(2, metric(server, "jitterlab_inputs_total{outcome=\"future\"}"));
  }

  @Test
  void listensWithTheDevelopmentKeyOnLoopbackAddressesOnly() {
    GameServer.Options options = new GameServer.Options();
    options.host = "0.0.0.0";
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> start(options, 60, 100, Battle::new));
    assertTrue(refusal.getMessage().contains("127.0.0.1"), refusal.getMessage());
  }

  private static void joinWith(Grant grant, TestPlayer player) throws IOException {
    player.request(grant);
    assertEquals(Receipt.CHALLENGED, player.receiveDatagram());
    player.sendJoin();
    player.receive(ServerPacket.Type.QUEUED);
  }

  private static void assertRefused(Refusal why, TestPlayer player, Grant grant)
      throws IOException {
    player.request(grant);
    assertEquals(Receipt.REFUSED, player.receiveDatagram());
    assertEquals(why, player.session().refusal());
  }

  @Test
  void playsBattlesByItselfOneAfterAnother() throws Exception {
    GameServer server =
        GameServer.start(
            new GameServer.Options(),
            new ServerSettings(20, 1, 4, 100, 1).withServerBattles(ServerBattles.of(3)),
            Battle::new);
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
            options, new ServerSettings(20, battleSeconds, battleSize, maxPlayers, 1), factory);
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
