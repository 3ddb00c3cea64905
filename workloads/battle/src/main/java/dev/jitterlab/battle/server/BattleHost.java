package dev.jitterlab.battle.server;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.server.control.BattleView;
import dev.jitterlab.battle.server.control.BattleViews;
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
  private final BattleViews views;
  private final DeterministicRandom seeds;
  private int started;

  BattleHost(
      ServerSettings settings,
      BattleFactory factory,
      TickScheduler scheduler,
      Executor eventLoop,
      PacketWriter writer,
      ServerMetrics metrics,
      BattleViews views) {
    this.settings = settings;
    this.factory = factory;
    this.scheduler = scheduler;
    this.eventLoop = eventLoop;
    this.writer = writer;
    this.metrics = metrics;
    this.views = views;
    this.seeds = new DeterministicRandom(settings.seed());
  }

  /** Starts a battle; if that fails, its players stay without one and ask again. */
  void start(List<PlayerSession> players) {
    Battle game;
    try {
      game = factory.create(settings.rules(), players.size(), seeds.nextLong());
    } catch (RuntimeException e) {
      metrics.battleNotStarted();
      LOG.log(System.Logger.Level.ERROR, "a battle could not be made", e);
      return;
    }
    int id = ++started;
    BattleView view = views.started(id, game, settings.rules().ticksPerSecond());
    RunningBattle battle = new RunningBattle(id, game, players, eventLoop, this, view);
    for (int i = 0; i < players.size(); i++) {
      players.get(i).enter(battle, i);
    }
    metrics.battleStarted(players.size());
    battle.scheduledAs(
        scheduler.start("battle-" + id, Rate.hz(settings.rules().ticksPerSecond()), battle));
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
    views.ended(battle.id());
    for (PlayerSession player : battle.players()) {
      if (!player.isClosed() && player.battle() == battle) {
        writer.ended(player);
      }
    }
    writer.flush();
  }
}
