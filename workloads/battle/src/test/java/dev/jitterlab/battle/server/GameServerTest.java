package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleEnding;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server from its start to its end, and the battles that it plays. */
class GameServerTest extends ServerFixture {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {"scheduled-pool", "thread-per-task", "virtual-threads", "partitioned", "lockless"})
  void playsFromJoinToEndAndAgain(String scheduler) throws Exception {
    GameServer.Options options = new GameServer.Options();
    options.scheduler = scheduler;
    options.tickLog = folder.resolve("ticks.hlog");
    AtomicBoolean timeIsOver = new AtomicBoolean();
    GameServer server = start(options, 60, 100, endingWhen(timeIsOver));
    TestPlayer one = joined(server);
    TestPlayer other = joined(server);
    one.await(ServerPacket.Type.STATE);
    other.await(ServerPacket.Type.STATE);
    assertEquals(2, one.state().players());
    assertEquals(1, one.packet.battle());
    assertEquals(1, metric(server, "jitterlab_battles"));
    assertEquals(2, metric(server, "jitterlab_players"));

    int first = one.sendInput(1);
    int second = one.sendInput(1);
    one.awaitAck(second);
    one.awaitAck(first);

    timeIsOver.set(true);
    one.await(ServerPacket.Type.ENDED);
    other.await(ServerPacket.Type.ENDED);
    timeIsOver.set(false);
    assertEquals(1, one.packet.battle());
    assertEquals(BattleEnding.TIME.code(), one.packet.endingCode());
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
    Histogram execution = times(options.tickLog, "execution");
    Histogram logic = times(options.tickLog, "logic");
    assertTrue(logic.getTotalCount() > 0, "a battle was played");
    assertTrue(logic.getTotalCount() <= execution.getTotalCount(), logic::toString);
    assertTrue(logic.getMaxValue() <= execution.getMaxValue(), "it is a part of the execution");
  }

  /** All of a log's times with that tag. */
  private static Histogram times(Path log, String tag) throws IOException {
    Histogram times = new Histogram(3);
    try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
      for (EncodableHistogram next = reader.nextIntervalHistogram();
          next != null;
          next = reader.nextIntervalHistogram()) {
        if (tag.equals(next.getTag())) {
          times.add((Histogram) next);
        }
      }
    }
    return times;
  }

  /** Battles that end when the test says so, however slow the machine is. */
  private static BattleFactory endingWhen(AtomicBoolean timeIsOver) {
    return (rules, players, seed) ->
        new Battle(rules, players, seed) {
          @Override
          public BattleEnding ending() {
            return timeIsOver.get() ? BattleEnding.TIME : super.ending();
          }
        };
  }

  @Test
  void startsASmallBattleAfterAWhile() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 10, 100, Battle::new);
    TestPlayer one = joined(server);
    joined(server);
    one.await(ServerPacket.Type.STATE);
    assertEquals(2, one.state().players());
  }

  @Test
  void goesOnUntilOnePlayerIsLeft() throws Exception {
    GameServer server = start(new GameServer.Options(), 60, 3, 100, Battle::new);
    TestPlayer one = joined(server);
    TestPlayer other = joined(server);
    TestPlayer leaver = joined(server);
    one.await(ServerPacket.Type.STATE);
    assertEquals(3, one.state().players());
    leaver.sendLeave();
    do {
      one.await(ServerPacket.Type.STATE);
    } while (!one.state().isGone(2));
    assertEquals(2, metric(server, "jitterlab_players"));
    other.sendLeave();
    one.await(ServerPacket.Type.ENDED);
    assertEquals(BattleEnding.DESERTED.code(), one.packet.endingCode());
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
    assertEquals(GameMode.BOSS, one.state().mode());
    assertEquals(5, one.state().npcs().count());
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
    assertEquals(BattleEnding.FAILED.code(), unlucky.packet.endingCode());
    lucky.await(ServerPacket.Type.STATE); // of two, after the wait in the lobby
    lucky.awaitAck(lucky.sendInput(2));
    assertEquals(1, metric(server, "jitterlab_battles_failed_total"));
    assertEquals(1, metric(server, "jitterlab_ticks_failed_total"));
    assertEquals(1, metric(server, "jitterlab_battles"));
    assertEquals(2, metric(server, "jitterlab_players"));
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
        Duration.ofMinutes(2),
        () -> {
          while (metric(server, "jitterlab_battles_started_total") < 6) {
            Thread.onSpinWait();
          }
        });
    assertEquals(0, metric(server, "jitterlab_battles_failed_total"));
  }

  @Test
  void listensWithTheDevelopmentKeyOnLoopbackAddressesOnly() {
    GameServer.Options options = new GameServer.Options();
    options.host = "0.0.0.0";
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> start(options, 60, 100, Battle::new));
    assertTrue(refusal.getMessage().contains("127.0.0.1"), refusal.getMessage());
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
}
