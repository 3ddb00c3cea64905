package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.jitterlab.battle.protocol.PackedInput;
import dev.jitterlab.battle.protocol.StateEncoder;
import dev.jitterlab.battle.protocol.StateUpdates;
import dev.jitterlab.battle.recording.BattleRecording;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import dev.jitterlab.battle.server.control.BattleViews;
import dev.jitterlab.load.NettyTransport;
import dev.jitterlab.tick.ExternalTask;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.Tick;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a tick of a battle allocates, from its inputs to the event loop's queue. */
class TickAllocationTest {
  private static final int PLAYERS = 10;

  /** By then each kept state has had as many projectiles as it will: its arrays grow up to that. */
  private static final int WARM_UP = 2_500;

  private static final int TICKS = 1_000;

  /** The players lose to the boss soon after tick 2,000. */
  private static final int BOSS_WARM_UP = 1_500;

  private static final long PERIOD_NS = 50_000_000;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private DeterministicRandom random;

  /** The game is played once before: what happens for the first time in a JVM loads classes. */
  @ParameterizedTest
  @EnumSource(GameMode.class)
  void aTickAllocatesNothing(GameMode mode) throws Exception {
    allocatesNothing(mode, NettyTransport.best());
  }

  /** Where epoll is the best, its event loop is another one. */
  @Test
  void aTickAllocatesNothingToWakeJavasSelector() throws Exception {
    allocatesNothing(GameMode.DEATHMATCH, NettyTransport.NIO);
  }

  private void allocatesNothing(GameMode mode, NettyTransport transport) throws Exception {
    EventLoopGroup network = transport.loops(1);
    try {
      long unusedRehearsal = allocatedBytes(mode, network.next());
      long allocated = allocatedBytes(mode, network.next());
      assertTrue(allocated < TICKS, allocated + " bytes in " + TICKS + " ticks");
    } finally {
      network.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }
  }

  /** The players that the server plays itself, by the rules, decide and act without an object. */
  @ParameterizedTest
  @EnumSource(GameMode.class)
  void theServersOwnPlayersAllocateNothing(GameMode mode) {
    long unusedRehearsal = allocatedBytesOfServerPlayers(mode);
    long allocated = allocatedBytesOfServerPlayers(mode);
    assertTrue(allocated < TICKS, allocated + " bytes in " + TICKS + " ticks");
  }

  /** States that nobody is sent cost no object either. */
  @ParameterizedTest
  @EnumSource(GameMode.class)
  void unsentStatesAllocateNothing(GameMode mode) {
    long unusedRehearsal = allocatedBytesOfUnsentStates(mode);
    long allocated = allocatedBytesOfUnsentStates(mode);
    assertTrue(allocated < TICKS, allocated + " bytes in " + TICKS + " ticks");
  }

  private long allocatedBytesOfUnsentStates(GameMode mode) {
    BattleInputs inputs = new BattleInputs();
    Battle game = new Battle(mode, Logic.SPLIT, new BattleRules(20, 1_000_000, 60_000), PLAYERS, 1);
    UnsentStates states =
        new UnsentStates(new StateEncoder(1, game, StateUpdates.HYBRID, true), PLAYERS);
    long self = Thread.currentThread().getId();
    long before = 0;
    for (int tick = 0; tick < TICKS + 100; tick++) {
      if (tick == 100) {
        before = threads.getThreadAllocatedBytes(self);
      }
      inputs.nextTick();
      game.step(inputs);
      states.encode(game.tick());
    }
    return threads.getThreadAllocatedBytes(self) - before;
  }

  /** Of whole ticks, in as many battles as it takes: the players beat the boss in ten seconds. */
  private long allocatedBytesOfServerPlayers(GameMode mode) {
    BattleInputs inputs = new BattleInputs();
    long self = Thread.currentThread().getId();
    long allocated = 0;
    for (int ticks = 0, seed = 0; ticks < TICKS; seed++) {
      BattleRules rules = new BattleRules(20, 1_000_000, 60_000);
      Battle game = new Battle(mode, Logic.SPLIT, rules, PLAYERS, seed);
      TacticalPlayers players = new TacticalPlayers(game, 0, 200, seed);
      long before = threads.getThreadAllocatedBytes(self);
      for (int tick = 0; tick < TICKS && game.ending() == null; tick++, ticks++) {
        inputs.nextTick();
        players.act(game, inputs);
        game.step(inputs);
      }
      allocated += threads.getThreadAllocatedBytes(self) - before;
    }
    return allocated;
  }

  /** Of the ticks after the warm-up that did not end the battle: an end has results to tell. */
  private long allocatedBytes(GameMode mode, EventLoop loop) throws Exception {
    random = new DeterministicRandom(1);
    Battle game = new Battle(mode, Logic.SPLIT, new BattleRules(20, 1_000_000, 60_000), PLAYERS, 1);
    RunningBattle battle = battle(game, loop);
    long[] bytes = new long[1];
    ExternalTask ticks =
        new ExternalTask(battle.task(), Rate.hz(20), tick -> bytes[0] = measured(battle, tick));
    int warmUp = mode == GameMode.BOSS ? BOSS_WARM_UP : WARM_UP;
    long allocated = 0;
    int played = 0;
    for (; played < warmUp + TICKS && battle.ending() == null; played++) {
      act(battle, played * PERIOD_NS);
      ticks.ticked(played * PERIOD_NS, played * PERIOD_NS, played * PERIOD_NS);
      loop.submit(() -> {}).sync(); // has sent the states
      if (played >= warmUp && battle.ending() == null) {
        allocated += bytes[0];
      }
    }
    assertTrue(played > warmUp, "the battle ended after " + played + " ticks");
    return allocated;
  }

  private long measured(RunningBattle battle, Tick tick) {
    long self = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(self);
    battle.tick(tick);
    return threads.getThreadAllocatedBytes(self) - before;
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
            null,
            ServerPlayers.NONE,
            InputPlacing.within(PLAYERS, 2 * PERIOD_NS, metrics.clamped),
            BattleRecording.NONE,
            new BattleViews(Runnable::run, System::nanoTime, at -> true).started(1, game, 20),
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
    public void onStatesReady(RunningBattle battle) {
      int unused = battle.sendStates();
    }

    @Override
    public void onStates(RunningBattle battle, StateBodies bodies) {}

    @Override
    public void onEnd(RunningBattle battle) {}

    @Override
    public void onStatesDropped(RunningBattle battle) {}
  }
}
