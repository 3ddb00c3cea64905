package dev.jitterlab.battle.server;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TickScheduler;
import java.util.List;
import java.util.concurrent.Executor;

/** Starts battles on the scheduler, passes their states on and ends them. Event loop only. */
final class BattleHost implements RunningBattle.Listener {
  private static final System.Logger LOG = System.getLogger(BattleHost.class.getName());

  private final ServerSettings settings;
  private final BattleFactory factory;
  private final TickScheduler scheduler;
  private final Executor eventLoop;
  private final PacketWriter writer;
  private final ServerMetrics metrics;
  private final DeterministicRandom seeds;
  private int started;

  BattleHost(
      ServerSettings settings,
      BattleFactory factory,
      TickScheduler scheduler,
      Executor eventLoop,
      PacketWriter writer,
      ServerMetrics metrics) {
    this.settings = settings;
    this.factory = factory;
    this.scheduler = scheduler;
    this.eventLoop = eventLoop;
    this.writer = writer;
    this.metrics = metrics;
    this.seeds = new DeterministicRandom(settings.seed());
  }

  /** Starts a battle; if that fails, its players stay without one and ask again. */
  void start(List<PlayerSession> players) {
    Battle game;
    try {
      game = factory.create(settings.rules(), players.size(), seeds.nextLong());
    } catch (RuntimeException e) {
      notStarted(e);
      return;
    }
    RunningBattle battle =
        new RunningBattle(++started, game, players, ServerPlayers.NONE, eventLoop, this);
    for (int i = 0; i < players.size(); i++) {
      players.get(i).enter(battle, i);
    }
    schedule(battle);
  }

  /**
   * Starts as many battles as the settings say whose players are all played by the server; each is
   * followed by another when it ends.
   */
  void startServerBattles() {
    for (int i = 0; i < settings.serverBattles(); i++) {
      startServerBattle();
    }
  }

  private void startServerBattle() {
    int players = settings.battleSize();
    long seed = seeds.nextLong();
    Battle game;
    try {
      game = factory.create(settings.rules(), players, seed);
    } catch (RuntimeException e) {
      notStarted(e);
      return;
    }
    schedule(
        new RunningBattle(
            ++started, game, List.of(), new RoamingPlayers(players, seed), eventLoop, this));
  }

  private void schedule(RunningBattle battle) {
    metrics.battleStarted(battle.present());
    battle.scheduledAs(
        scheduler.start(
            "battle-" + battle.id(), Rate.hz(settings.rules().ticksPerSecond()), battle));
  }

  private void notStarted(RuntimeException cause) {
    metrics.battleNotStarted();
    LOG.log(System.Logger.Level.ERROR, "a battle could not be made", cause);
  }

  @Override
  public void onState(RunningBattle battle, byte[] body, int bytes) {
    int dropped = 0;
    for (PlayerSession player : battle.players()) {
      if (!player.isClosed() && player.battle() == battle && !writer.state(player, body, bytes)) {
        dropped++;
      }
    }
    metrics.statesDropped(dropped);
    writer.flush();
  }

  @Override
  public void onStateDropped(RunningBattle battle) {
    metrics.statesDropped(battle.players().size());
  }

  @Override
  public void onEnd(RunningBattle battle) {
    metrics.battleEnded(battle.isFailed(), battle.present());
    for (PlayerSession player : battle.players()) {
      if (!player.isClosed() && player.battle() == battle) {
        writer.ended(player);
      }
    }
    writer.flush();
    if (battle.players().isEmpty()) {
      startServerBattle();
    }
  }
}
