package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleEnding;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.tick.ExecutionBudget;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Battles that take longer than they may. */
class BattleBudgetTest extends ServerFixture {
  /**
   * Far more than a tick of two players takes, also on a machine that is busy with other things.
   */
  private static final long BUDGET_NS = 100_000_000;

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
            .budget(ExecutionBudget.ofNs(BUDGET_NS).quarantineAfter(2, 4), false);
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
    int first = quick.state().tick();
    do {
      quick.await(ServerPacket.Type.STATE);
    } while (quick.state().tick() < first + 20);
    assertEquals(2, metric(server, "jitterlab_mode_battles{mode=\"deathmatch\"}"));
    assertTrue(metric(server, "jitterlab_mode_ticks_total{mode=\"deathmatch\"}") >= 20);
  }

  @Test
  void endsABattleOverItsBudgetWhereThatIsAskedFor() throws Exception {
    TickSettings budget =
        TickSettings.defaults()
            .latePolicy("skip")
            .budget(ExecutionBudget.ofNs(BUDGET_NS).quarantineAfter(2, 4), true);
    GameServer server = startWithSlowBattles(budget, Integer.MAX_VALUE, new CountDownLatch(1));
    TestPlayer slow = joined(server);
    joined(server);
    joined(server);
    slow.await(ServerPacket.Type.ENDED);
    assertEquals(BattleEnding.FAILED.code(), slow.packet.endingCode());
    assertEquals(1, metric(server, "jitterlab_battles_failed_total"));
    assertEquals(0, metric(server, "jitterlab_mode_battles{mode=\"deathmatch\"}"));
  }

  /** Battles of three take twice their budget a tick, and after so many wait for the release. */
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
                  LockSupport.parkNanos(2 * BUDGET_NS);
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
}
