package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import dev.jitterlab.battle.server.control.BattleViews;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.TaskOptions;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickTask;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BattleHostTest {
  private final Deque<TickTask> tasks = new ArrayDeque<>();
  private final HeapLoad none = new HeapLoad();
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final ServerMetrics metrics = new ServerMetrics(registry);
  private final Deque<Runnable> turns = new ArrayDeque<>();
  private final Deque<Runnable> turnEnds = new ArrayDeque<>();
  private int statesPerTurn = 1_000;
  private int flushes;
  private final EmbeddedChannel sent =
      new EmbeddedChannel(
          new ChannelOutboundHandlerAdapter() {
            @Override
            public void flush(ChannelHandlerContext context) {
              flushes++;
              context.flush();
            }
          });

  @AfterEach
  void releaseWhatWasSent() {
    sent.finishAndReleaseAll();
  }

  private BattleHost host(HeapLoad heap) {
    return new BattleHost(
        new ServerSettings(20, 60, 4, 100, 1),
        (rules, players, seed) ->
            new Battle(GameMode.DEATHMATCH, Logic.SPLIT, rules, players, seed),
        new Tasks(),
        Runnable::run,
        new SendPacing(statesPerTurn, turns::add, turnEnds::add),
        new PacketWriter(sent, metrics),
        metrics,
        new BattleTicks(),
        null,
        new BattleViews(Runnable::run, () -> 0, at -> true),
        heap);
  }

  /** Ends the oldest battle, and says how many are left. */
  private int end(BattleHost host) {
    host.onEnd((RunningBattle) tasks.removeFirst());
    return tasks.size();
  }

  @Test
  void keepsAsManyBattlesAsItIsTold() {
    BattleHost host = host(none);
    host.keepServerBattles(3);
    assertEquals(3, tasks.size());
    host.keepServerBattles(3);
    assertEquals(3, tasks.size());
    assertEquals(3, end(host)); // another one follows
    host.keepServerBattles(5);
    assertEquals(5, tasks.size());
  }

  @Test
  void aPlaceIsKeptForWhoComesBackToTheSameBattle() {
    PlayerSession leaver = OfflineSession.at(11, 7, 0);
    host(none).start(List.of(leaver, OfflineSession.at(12, 7, 0)));
    VacatedSeats vacated = new VacatedSeats();
    vacated.keep(leaver);
    PlayerSession elsewhere = OfflineSession.at(11, 8, 0);
    assertFalse(vacated.give(elsewhere), "its other players would wait for him");
    vacated.keep(leaver);
    PlayerSession back = OfflineSession.at(11, 7, 0);
    assertTrue(vacated.give(back));
    assertEquals(leaver.battle(), back.battle());
  }

  /** What is counted must fit what the battle says of its players when it ends. */
  @Test
  void aSessionSaysWhetherItsPlayerHasLeftABattle() {
    PlayerSession leaver = OfflineSession.at(11, 7, 0);
    PlayerSession other = OfflineSession.at(12, 7, 0);
    host(none).start(List.of(leaver, other));
    RunningBattle battle = leaver.battle();
    assertTrue(leaver.close());
    assertEquals(1, battle.present());
    while (!battle.isOver()) {
      battle.play(1);
    }
    assertFalse(other.close());
    assertEquals(1, battle.present());
  }

  /** A tick that saw him away could end a battle of two. */
  @Test
  void aPlayerWithANewSessionStaysInTheBattle() {
    PlayerSession before = OfflineSession.at(11, 7, 0);
    host(none).start(List.of(before, OfflineSession.at(12, 7, 0)));
    RunningBattle battle = before.battle();
    assertFalse(before.handTo(OfflineSession.at(11, 8, 0)), "for another battle");
    PlayerSession next = OfflineSession.at(11, 7, 0);
    assertTrue(before.handTo(next));
    assertFalse(before.close(), "he has not left");
    assertEquals(2, battle.present());
    assertEquals(next, battle.players().get(0));
    assertTrue(next.isPlaying());
    battle.play(1);
    assertFalse(battle.isOver());
  }

  /** So that a transport which can sends them by one system call. */
  @Test
  void allPacketsOfATickWaitForOneFlush() {
    host(none)
        .start(
            List.of(
                OfflineSession.at(11, 7, 0),
                OfflineSession.at(12, 7, 0),
                OfflineSession.at(13, 7, 0)));
    RunningBattle battle = (RunningBattle) tasks.getFirst();
    battle.play(1);
    assertEquals(3, sent.outboundMessages().size());
    assertEquals(1, flushes);
    battle.play(1);
    assertEquals(6, sent.outboundMessages().size());
    assertEquals(2, flushes);
    assertEquals(6, count("jitterlab_packets_sent"));
    assertEquals(2, count("jitterlab_send_batches"));
  }

  /** A turn of the event loop that has sent enough leaves the newest states to the next. */
  @Test
  void statesThatWaitForALaterTurnGiveWayToNewerOnes() {
    statesPerTurn = 2;
    BattleHost host = host(none);
    host.start(List.of(OfflineSession.at(11, 7, 0), OfflineSession.at(12, 7, 0)));
    host.start(List.of(OfflineSession.at(13, 7, 0), OfflineSession.at(14, 7, 0)));
    for (TickTask battle : tasks) {
      ((RunningBattle) battle).play(1);
    }
    assertEquals(2, sent.outboundMessages().size());
    RunningBattle waiting = (RunningBattle) tasks.getLast();
    waiting.play(1);
    waiting.play(1);
    assertEquals(2, sent.outboundMessages().size());
    assertEquals(4, count("jitterlab_states_dropped"));
    turnEnds.remove().run();
    turns.remove().run();
    assertEquals(4, sent.outboundMessages().size());
    turnEnds.remove().run();
    assertTrue(turns.isEmpty());
  }

  /** Otherwise players would hear of the end before they see it. */
  @Test
  void theLastStatesOfABattleDoNotWaitForALaterTurn() {
    statesPerTurn = 2;
    BattleHost host = host(none);
    host.beforeFarewell((battle, then) -> {});
    host.start(List.of(OfflineSession.at(11, 7, 0), OfflineSession.at(12, 7, 0)));
    RunningBattle battle = (RunningBattle) tasks.getFirst();
    battle.play(1);
    battle.play(1);
    assertEquals(2, sent.outboundMessages().size());
    host.onEnd(battle);
    assertEquals(4, sent.outboundMessages().size());
    turnEnds.remove().run();
    turns.remove().run();
    assertEquals(4, sent.outboundMessages().size());
  }

  private double count(String name) {
    MetricSnapshot counter = registry.scrape(name::equals).get(0);
    return ((CounterSnapshot) counter).getDataPoints().get(0).getValue();
  }

  @Test
  void aBattleThatIsOverIsToldOnlyAfterItsEpilogue() {
    BattleHost host = host(none);
    Deque<Runnable> told = new ArrayDeque<>();
    host.beforeFarewell((battle, then) -> told.add(then));
    host.start(List.of(OfflineSession.at(11, 7, 0), OfflineSession.at(12, 7, 0)));
    RunningBattle battle = (RunningBattle) tasks.getFirst();
    while (!battle.isOver()) {
      battle.play(1);
    }
    assertFalse(battle.isTold());
    told.removeFirst().run();
    assertTrue(battle.isTold());
  }

  @Test
  void letsBattlesEndWhereThereAreTooMany() {
    BattleHost host = host(none);
    host.keepServerBattles(5);
    host.keepServerBattles(3);
    host.keepServerBattles(3);
    assertEquals(5, tasks.size());
    assertEquals(4, end(host));
    assertEquals(3, end(host));
    assertEquals(3, end(host));
  }

  @Test
  void takesBackWhatWasTooManyBeforeItStartsOthers() {
    BattleHost host = host(none);
    host.keepServerBattles(5);
    host.keepServerBattles(2);
    assertEquals(4, end(host));
    host.keepServerBattles(5);
    assertEquals(5, tasks.size()); // four were running still
    assertEquals(5, end(host));
  }

  @Test
  void ticksOfABattleLoadTheHeapWhereThatIsAskedFor() {
    host(none).keepServerBattles(1);
    assertInstanceOf(RunningBattle.class, tasks.removeFirst());
    int[] drawn = new int[1];
    HeapLoad heap = new HeapLoad(() -> drawn[0]++, 1, 0);
    heap.fill();
    host(heap).keepServerBattles(1);
    TickTask task = tasks.removeFirst();
    assertEquals(false, task instanceof RunningBattle);
  }

  /** Keeps the tasks and ticks none. */
  private final class Tasks implements TickScheduler {
    @Override
    public TaskHandle start(String name, Rate rate, TaskOptions options, TickTask task) {
      tasks.add(task);
      return null;
    }

    @Override
    public int activeTasks() {
      return tasks.size();
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
