package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.rules.Logic;
import dev.jitterlab.battle.server.control.BattleReport;
import dev.jitterlab.battle.server.control.BattleViews;
import dev.jitterlab.battle.server.control.ResultKeeper;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.TaskOptions;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickTask;
import dev.jitterlab.tick.admission.AdmissionGovernor;
import dev.jitterlab.tick.admission.AdmissionLimits;
import io.netty.channel.embedded.EmbeddedChannel;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which battles a server takes: 0.7 of one core, and each tick is expected to take 0.5 ms. */
class ReservedSeatsTest {
  private static final long MS = 1_000_000;
  private static final int TICK_RATE = 24;
  private static final int BOSSES = 15; // at 90 Hz: 0.045 of a core each

  private long nowNs = Long.MAX_VALUE - 3_000 * MS; // overflows on the way
  private long battles;
  private int results;
  private final List<Rate> started = new ArrayList<>();
  private final EmbeddedChannel sent = new EmbeddedChannel();
  private final ServerMetrics metrics = new ServerMetrics(new PrometheusRegistry());
  private final ServerSettings settings = new ServerSettings(TICK_RATE, 60, 2, 1_000, 1);
  private final ScheduledModes modes =
      new ScheduledModes(
          new ModeSchedule("escort", List.of()),
          Logic.SPLIT,
          ModeRates.parse("escort:12,boss:90"),
          () -> nowNs);
  private final ReservedSeats seats = seats(settings, host(settings));

  @AfterEach
  void releaseWhatWasSent() {
    sent.flush(); // what nobody has flushed would fail here
    sent.finishAndReleaseAll();
  }

  private ReservedSeats seats(ServerSettings of, BattleHost host) {
    return new ReservedSeats(
        of,
        host,
        modes,
        new AdmissionGovernor(1, AdmissionLimits.defaults(), () -> nowNs),
        new EveryResult(),
        Runnable::run,
        () -> nowNs);
  }

  private BattleHost host(ServerSettings of) {
    return new BattleHost(
        of,
        modes,
        new NeverTicking(),
        Runnable::run,
        new SendPacing(1_000, turn -> {}, turn -> {}),
        new PacketWriter(sent, metrics),
        metrics,
        new BattleTicks(),
        null,
        new BattleViews(Runnable::run, () -> 0, at -> true),
        new HeapLoad());
  }

  private String reserve(String mode) {
    return seats.reserve(++battles, mode, List.of(11L, 12L));
  }

  private int reserveAll(String mode) {
    int reserved = 0;
    while (reserve(mode) == null) {
      reserved++;
    }
    return reserved;
  }

  @ParameterizedTest
  @CsvSource({"deathmatch, 58", "escort, 116", "boss, 15", "any, 15"})
  void aBattleCountsAtTheRateOfItsMode(String mode, int most) {
    assertEquals(most, reserveAll(mode));
  }

  @Test
  void aBattleCountsAsLongAsItWaitsForItsPlayers() {
    assertEquals(BOSSES, reserveAll("boss"));
    nowNs += ReservedSeats.WAIT.toNanos() - 1;
    assertNotNull(reserve("boss"), "none has begun");
    assertTrue(seats.cancel(1));
    assertNull(reserve("boss"));
    nowNs += 1;
    seats.startBattles(nowNs); // nobody came
    assertEquals(BOSSES - 1, reserveAll("boss"), "the last one waits");
  }

  @Test
  void aBattleThatBeginsCountsUntilItsTicksAreMeasured() {
    assertEquals(BOSSES, reserveAll("boss"));
    nowNs += 4_000 * MS;
    for (long battle = 1; battle <= BOSSES; battle++) {
      seats.enter(OfflineSession.at(11, battle, 0, 0), nowNs);
      seats.enter(OfflineSession.at(12, battle, 1, 0), nowNs);
    }
    seats.startBattles(nowNs);
    assertEquals(BOSSES, started.size());
    assertEquals(Rate.hz(90), started.get(0));
    assertNotNull(reserve("boss"), "their ticks do not show yet");
    nowNs += 10_000 * MS;
    assertNull(reserve("boss"), "there were no ticks");
  }

  /** Sessions outlive their battle, so that its ENDED can be repeated. */
  @Test
  void playersWhoseBattleIsOverGiveWayToThoseOfTheNext() {
    ServerSettings small = new ServerSettings(TICK_RATE, 1, 2, 2, 1);
    BattleHost host = host(small);
    ReservedSeats two = seats(small, host);
    host.beforeFarewell(two);
    Sessions sessions = new Sessions(2, two, new PacketWriter(sent, metrics), metrics);
    assertNull(two.reserve(1, "boss", List.of(11L, 12L)));
    sessions.open(OfflineSession.at(11, 1, 0, 0), nowNs);
    PlayerSession last = OfflineSession.at(12, 1, 1, 0);
    sessions.open(last, nowNs);
    RunningBattle battle = last.battle();
    assertTrue(sessions.isFullFor(13));
    while (!battle.isOver()) {
      battle.play(1);
    }
    assertEquals(1, results);
    two.startBattles(nowNs); // the result is safe, and both players fall silent

    assertNull(two.reserve(2, "boss", List.of(13L, 14L)));
    assertFalse(sessions.isFullFor(13));
    sessions.open(OfflineSession.at(13, 2, 0, 0), nowNs);
    assertFalse(sessions.isFullFor(14));
    sessions.open(OfflineSession.at(14, 2, 1, 0), nowNs);
    assertTrue(sessions.of(14).isPlaying());
    assertNull(sessions.of(11));
    assertNull(sessions.of(12));
    assertTrue(sessions.isFullFor(15), "the seats of these are kept");
  }

  /** Its players were told that it failed, and play another one: it must not count as well. */
  @Test
  void aBattleThatTheEndingServerHasGivenUpHasNoResult() {
    ServerSettings small = new ServerSettings(TICK_RATE, 1, 2, 2, 1);
    BattleHost host = host(small);
    ReservedSeats two = seats(small, host);
    host.beforeFarewell(two);
    Sessions sessions = new Sessions(2, two, new PacketWriter(sent, metrics), metrics);
    assertNull(two.reserve(1, "boss", List.of(11L, 12L)));
    sessions.open(OfflineSession.at(11, 1, 0, 0), nowNs);
    sessions.open(OfflineSession.at(12, 1, 1, 0), nowNs);
    RunningBattle battle = sessions.of(11).battle();
    sessions.farewell();
    while (!battle.isOver()) {
      battle.play(1);
    }
    assertEquals(0, results);
  }

  /** Has room for every result. */
  private final class EveryResult implements ResultKeeper {
    @Override
    public void keep(BattleReport report, Runnable kept) {
      results++;
      kept.run();
    }

    @Override
    public String refusal() {
      return null;
    }
  }

  /** Starts battles and never ticks them. */
  private final class NeverTicking implements TickScheduler {
    @Override
    public TaskHandle start(String name, Rate rate, TaskOptions options, TickTask task) {
      started.add(rate);
      return null;
    }

    @Override
    public int activeTasks() {
      return started.size();
    }

    @Override
    public long failedTicks() {
      return 0;
    }

    @Override
    public boolean close(Duration limit) {
      return true;
    }
  }
}
