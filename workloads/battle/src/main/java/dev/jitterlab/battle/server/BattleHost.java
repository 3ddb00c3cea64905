package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.StateEncoder;
import dev.jitterlab.battle.recording.BattleRecording;
import dev.jitterlab.battle.recording.RecordingFolder;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.server.control.BattleViews;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickTask;
import java.util.List;
import java.util.concurrent.Executor;

/** Starts battles on the scheduler, passes their states on and ends them. Event loop only. */
final class BattleHost implements RunningBattle.Listener {
  private static final System.Logger LOG = System.getLogger(BattleHost.class.getName());

  private final ServerSettings settings;
  private final BattleFactory factory;
  private final TickScheduler scheduler;
  private final Executor eventLoop;
  private final SendPacing pacing;
  private final PacketWriter writer;
  private final ServerMetrics metrics;
  private final BattleTicks ticks;
  private final RecordingFolder recordings;
  private final BattleViews views;
  private final DeterministicRandom seeds;
  private int started;
  private final HeapLoad heap;
  private int serverBattles;
  private int tooMany;
  private Epilogue epilogue = Epilogue.NONE;

  /**
   * Creates a host without battles.
   *
   * @param ticks what {@code scheduler} tells of every tick
   * @param recordings where battles are recorded, or null
   * @param heap what a tick does to the heap besides the game
   */
  BattleHost(
      ServerSettings settings,
      BattleFactory factory,
      TickScheduler scheduler,
      Executor eventLoop,
      SendPacing pacing,
      PacketWriter writer,
      ServerMetrics metrics,
      BattleTicks ticks,
      RecordingFolder recordings,
      BattleViews views,
      HeapLoad heap) {
    this.settings = settings;
    this.factory = factory;
    this.scheduler = scheduler;
    this.eventLoop = eventLoop;
    this.pacing = pacing;
    this.writer = writer;
    this.metrics = metrics;
    this.ticks = ticks;
    this.recordings = recordings;
    this.views = views;
    this.heap = heap;
    this.seeds = new DeterministicRandom(settings.seed);
  }

  /** From now on, that is done before the players of a battle are told that it is over. */
  void beforeFarewell(Epilogue all) {
    epilogue = all;
  }

  /** Starts a battle; if that fails, its players stay without one and ask again. */
  void start(List<PlayerSession> players) {
    RunningBattle unused = start(players, factory);
  }

  /** As the other, with the game that {@code of} makes; null if that fails. */
  RunningBattle start(List<PlayerSession> players, BattleFactory of) {
    long seed = seeds.nextLong();
    Battle game = create(of, settings.filling.seatsFor(players.size()), seed);
    if (game == null) {
      return null;
    }
    ServerPlayers others = settings.filling.beside(players.size(), game, seed);
    RunningBattle battle = prepare(game, seed, players, others);
    for (int i = 0; i < players.size(); i++) {
      players.get(i).enter(battle, i);
    }
    schedule(battle);
    return battle;
  }

  /** Adds to the server's own battles as the settings say. */
  void moreServerBattles() {
    addServerBattles(settings.serverBattles.more(serverBattles));
  }

  /**
   * Starts so many battles whose players are all played by the server; each is followed by another
   * when it ends.
   */
  void addServerBattles(int count) {
    for (int i = 0; i < count; i++) {
      startServerBattle();
    }
    serverBattles += count;
  }

  /**
   * Keeps so many of the server's own battles from now on. Missing ones start at once; of too many,
   * those that end next are not followed by others.
   */
  void keepServerBattles(int count) {
    int running = serverBattles - tooMany;
    if (count < running) {
      tooMany += running - count;
      return;
    }
    int kept = Math.min(tooMany, count - running);
    tooMany -= kept;
    addServerBattles(count - running - kept);
  }

  private void startServerBattle() {
    long seed = seeds.nextLong();
    Battle game = create(factory, settings.battleSize, seed);
    if (game != null) {
      schedule(prepare(game, seed, List.of(), settings.filling.all(game, seed)));
    }
  }

  /** Makes the game of a battle; null if that fails. */
  private Battle create(BattleFactory of, int players, long seed) {
    try {
      return of.create(settings.rules, players, seed);
    } catch (RuntimeException e) {
      metrics.battlesFailed.inc();
      LOG.log(System.Logger.Level.ERROR, "a battle could not be made", e);
      return null;
    }
  }

  /**
   * Makes a battle of people and, in the seats after theirs, of players that the server plays.
   *
   * @param serverPlayers who plays those seats; {@link ServerPlayers#NONE} for nobody
   */
  private RunningBattle prepare(
      Battle game, long seed, List<PlayerSession> players, ServerPlayers serverPlayers) {
    int id = ++started;
    boolean isSent = !players.isEmpty();
    boolean isUnsent = !isSent && settings.serverBattles.states;
    StateEncoder encoder =
        isSent || isUnsent ? new StateEncoder(id, game, settings.updates, settings.fog) : null;
    RunningBattle.Extras extras =
        new RunningBattle.Extras(
            isSent ? encoder : null,
            isUnsent ? new UnsentStates(encoder, game.fighters().count()) : null,
            serverPlayers,
            placing(players.size()),
            recordings == null ? BattleRecording.NONE : recordings.begin(id, game, seed),
            views.started(id, game, game.rules().ticksPerSecond()),
            metrics.mode(game.mode()),
            settings.ticks.endsOverBudget);
    return new RunningBattle(id, game, players, eventLoop, this, extras);
  }

  private void schedule(RunningBattle battle) {
    metrics.battleStarted(battle.present());
    metrics.mode(battle.mode()).started();
    ticks.add(battle.task(), battle);
    battle.scheduledAs(
        scheduler.start(battle.task(), battle.rate(), settings.ticks.task, task(battle)));
  }

  private void followServerBattle() {
    if (tooMany > 0) {
      tooMany--;
      serverBattles--;
    } else {
      startServerBattle();
    }
  }

  private TickTask task(RunningBattle battle) {
    return heap.isNone()
        ? battle
        : tick -> {
          heap.onTick();
          battle.tick(tick);
        };
  }

  private InputPlacing placing(int players) {
    TickSettings tickSettings = settings.ticks;
    return tickSettings.isSubTick()
        ? InputPlacing.within(players, tickSettings.trustNs, metrics.clamped)
        : InputPlacing.off();
  }

  @Override
  public void onStatesReady(RunningBattle battle) {
    pacing.ready(battle);
  }

  @Override
  public void onStates(RunningBattle battle, StateBodies bodies) {
    int dropped = 0;
    for (int i = 0; i < battle.players().size(); i++) {
      PlayerSession player = battle.players().get(i);
      if (bodies.bytes(i) == 0 || player.isClosed() || player.battle() != battle) {
        continue;
      }
      if (writer.state(player, bodies.body(i), bodies.bytes(i))) {
        metrics.stateSent(bodies.bytes(i), bodies.baselineAge(i));
      } else {
        dropped++;
      }
    }
    metrics.droppedStates.inc(dropped);
    writer.flush();
  }

  @Override
  public void onStatesDropped(RunningBattle battle) {
    metrics.droppedStates.inc(battle.players().size());
  }

  @Override
  public void onEnd(RunningBattle battle) {
    metrics.battleEnded(battle.isFailed(), battle.present());
    metrics.mode(battle.mode()).ended();
    int unusedCount = battle.sendStates(); // the last may wait for a later turn
    if (battle.isFailed()) {
      ticks.remove(battle.task()); // its last tick may have had no end
    }
    views.ended(battle.id());
    if (battle.players().isEmpty()) {
      followServerBattle();
    } else if (!battle.isTold()) { // else the server ends, and has told them that it failed
      epilogue.onOver(battle, () -> farewell(battle));
    }
  }

  private void farewell(RunningBattle battle) {
    battle.told();
    for (PlayerSession player : battle.players()) {
      if (!player.isClosed() && player.battle() == battle) {
        writer.ended(player);
      }
    }
    writer.flush();
  }
}
