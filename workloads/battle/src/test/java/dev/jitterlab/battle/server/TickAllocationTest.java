package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.jitterlab.battle.protocol.PackedInput;
import dev.jitterlab.battle.protocol.StateEncoder;
import dev.jitterlab.battle.protocol.StateUpdates;
import dev.jitterlab.battle.recording.BattleRecording;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import dev.jitterlab.battle.server.control.BattleViews;
import dev.jitterlab.tick.ExternalTask;
import dev.jitterlab.tick.Rate;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a tick of a battle allocates, from its inputs to the event loop's queue. */
class TickAllocationTest {
  private static final int PLAYERS = 10;
  private static final int WARM_UP = 2_000;
  private static final int TICKS = 1_000;
  private static final long PERIOD_NS = 50_000_000;

  private final DeterministicRandom random = new DeterministicRandom(1);
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private long allocated;

  @Test
  void aTickAllocatesNothing() throws Exception {
    MultiThreadIoEventLoopGroup network =
        new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    try {
      Battle game =
          new Battle(
              GameMode.DEATHMATCH, Logic.SPLIT, new BattleRules(20, 1_000_000, 60_000), PLAYERS, 1);
      RunningBattle battle = battle(game, network.next());
      ExternalTask ticks =
          new ExternalTask(battle.task(), Rate.hz(20), tick -> measured(() -> battle.tick(tick)));
      for (int i = 0; i < WARM_UP + TICKS; i++) {
        if (i == WARM_UP) {
          allocated = 0;
        }
        act(battle, i * PERIOD_NS);
        ticks.ticked(i * PERIOD_NS, i * PERIOD_NS, i * PERIOD_NS);
        network.next().submit(() -> {}).sync(); // has sent the states
      }
      assertNull(battle.ending());
      assertTrue(allocated < TICKS, allocated + " bytes in " + TICKS + " ticks");
    } finally {
      network.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }
  }

  private void measured(Runnable tick) {
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    tick.run();
    allocated += threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
  }

  private void act(RunningBattle battle, long nowNs) {
    for (int player = 0; player < PLAYERS; player++) {
      long input =
          PackedInput.of(
              random.between(-127, 127),
              random.between(-127, 127),
              random.nextInt(65_536),
              random.nextInt(4),
              random.nextInt(65_536));
      int seen = Math.max(0, battle.played() - random.nextInt(3));
      battle.saw(player, seen);
      battle.offer(player, input, seen, nowNs);
    }
  }

  private static RunningBattle battle(Battle game, EventLoop loop) {
    ServerMetrics metrics = new ServerMetrics(new PrometheusRegistry());
    RunningBattle.Extras extras =
        new RunningBattle.Extras(
            new StateEncoder(1, game, StateUpdates.HYBRID, true),
            ServerPlayers.NONE,
            InputPlacing.within(PLAYERS, 2 * PERIOD_NS, metrics.clamped()),
            BattleRecording.NONE,
            new BattleViews(Runnable::run, System::nanoTime).started(1, game, 20),
            metrics.mode(game.mode()),
            false);
    List<PlayerSession> players = new ArrayList<>();
    for (int i = 0; i < PLAYERS; i++) {
      players.add(OfflineSession.at(i + 1, 0));
    }
    return new RunningBattle(1, game, players, loop, new Silence(), extras);
  }

  /** Sends nothing. */
  private static final class Silence implements RunningBattle.Listener {
    @Override
    public void onStates(RunningBattle battle, StateBodies bodies) {}

    @Override
    public void onEnd(RunningBattle battle) {}

    @Override
    public void onStatesDropped(RunningBattle battle) {}
  }
}
