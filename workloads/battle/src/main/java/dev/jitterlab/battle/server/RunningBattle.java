package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.PackedInput;
import dev.jitterlab.battle.protocol.StateEncoder;
import dev.jitterlab.battle.recording.BattleRecording;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleEnding;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Projectiles;
import dev.jitterlab.battle.server.control.BattleView;
import dev.jitterlab.tick.BudgetAction;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickTask;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A battle as a tick task: takes the inputs that arrived, plays a tick, encodes for every player
 * what he sees and hands all of it to the event loop at once, which sends it. So the execution of a
 * tick is the game and the encoding, without receiving and sending. The thesis counts the game
 * alone (section 3.4.2), as {@link LogicTimes} does. A tick allocates nothing but the event loop's
 * queue node.
 *
 * <p>{@link #tick} runs on the scheduler's threads; {@link #offer} and everything about sessions
 * belongs to the event loop.
 */
final class RunningBattle implements TickTask, SendPacing.Sender {
  /** What happens around a battle; called on the event loop. */
  interface Listener {
    /** There are states to send; called once before each {@link RunningBattle#sendStates}. */
    void onStatesReady(RunningBattle battle);

    /** Sends their states to the players; until it returns, they stay as they are. */
    void onStates(RunningBattle battle, StateBodies bodies);

    /** Says goodbye; called once, after the last state. */
    void onEnd(RunningBattle battle);

    /** Counts states that newer ones took the place of; called on the scheduler's thread. */
    void onStatesDropped(RunningBattle battle);
  }

  /** What a server lets a battle do beside playing; all of it on the scheduler's threads. */
  static final class Extras {
    final StateEncoder encoder; // null where nobody is sent anything
    final UnsentStates unsent; // null where states are sent, or not made
    final ServerPlayers serverPlayers;
    final InputPlacing placing;
    final BattleRecording recording;
    final BattleView view;
    final ModeMetrics.OfMode metrics;
    final boolean endsOverBudget;

    Extras(
        StateEncoder encoder,
        UnsentStates unsent,
        ServerPlayers serverPlayers,
        InputPlacing placing,
        BattleRecording recording,
        BattleView view,
        ModeMetrics.OfMode metrics,
        boolean endsOverBudget) {
      this.encoder = encoder;
      this.unsent = unsent;
      this.serverPlayers = serverPlayers;
      this.placing = placing;
      this.recording = recording;
      this.view = view;
      this.metrics = metrics;
      this.endsOverBudget = endsOverBudget;
    }
  }

  private final int id;
  private final Battle battle;
  private final List<PlayerSession> players;
  private final List<PlayerSession> playersView;
  private final Executor eventLoop;
  private final Listener listener;
  private final BattleInputs inputs = new BattleInputs();
  private final InputBuffer[] buffers;
  private final InputBuffer.Sink sink;
  private final Extras extras;
  private final StateOutput output; // null where nobody is sent anything
  private final Consumer<StateBodies> sender;

  /** The seats that the server plays beside people, one bit each: without any, they leave too. */
  private final int serverSeats;

  /** Who is away, one bit a player: the event loop says it, the next tick does it. */
  private final AtomicInteger away = new AtomicInteger();

  // Of the tick under way.
  private long startedNs;
  private long waitedNs;
  private int drained;
  private long logicNs;

  // What the metrics know of the battle's shots.
  private int shotsCounted;
  private int hitsCounted;

  private volatile TaskHandle handle;
  private volatile BattleEnding ending;
  private volatile int played;
  private int awayInBattle; // scheduler's threads
  private int present; // event loop
  private boolean told; // event loop

  RunningBattle(
      int id,
      Battle battle,
      List<PlayerSession> players,
      Executor eventLoop,
      Listener listener,
      Extras extras) {
    this.id = id;
    this.battle = battle;
    this.players = Arrays.asList(players.toArray(new PlayerSession[0]));
    this.playersView = Collections.unmodifiableList(this.players);
    this.eventLoop = eventLoop;
    this.listener = listener;
    this.present = players.size();
    this.extras = extras;
    this.serverSeats = players.isEmpty() ? 0 : bits(battle.fighters().count()) & ~bits(present);
    this.buffers = new InputBuffer[players.size()];
    for (int i = 0; i < buffers.length; i++) {
      buffers[i] = new InputBuffer();
    }
    InputBuffer.Sink placed = extras.placing.into(inputs);
    this.sink =
        (player, input, seen, receivedNs) -> {
          drained++;
          waitedNs += Math.max(0, startedNs - receivedNs);
          placed.take(player, input, seen, receivedNs);
        };
    this.output =
        extras.encoder == null
            ? null
            : new StateOutput(
                extras.encoder, buffers, eventLoop, () -> listener.onStatesReady(this));
    this.sender = bodies -> listener.onStates(this, bodies);
  }

  private static int bits(int seats) {
    return (1 << seats) - 1;
  }

  int id() {
    return id;
  }

  /** Returns the name of its task. */
  String task() {
    return "battle-" + id;
  }

  List<PlayerSession> players() {
    return playersView;
  }

  GameMode mode() {
    return battle.mode();
  }

  /** Returns the rate that it is to be ticked at. */
  Rate rate() {
    return Rate.hz(battle.rules().ticksPerSecond());
  }

  /** Keeps what the scheduler gave for this task, by which the battle stops itself. */
  void scheduledAs(TaskHandle given) {
    handle = given;
    if (isOver()) {
      given.stop();
    }
  }

  /**
   * Buffers an input for the next tick; false when the player's buffer is full.
   *
   * @param input to be read with {@link PackedInput}
   * @param seen the tick of the newest state that the player had, at most {@link #played}
   */
  boolean offer(int player, long input, int seen, long receivedNs) {
    return buffers[player].offer(input, seen, receivedNs);
  }

  /** Notes that a player has the state of that tick. */
  void saw(int player, int tick) {
    buffers[player].saw(tick);
  }

  /** Notes that a player has none of the states any more. */
  void lacksState(int player) {
    buffers[player].forgetSeen();
  }

  /** Returns the last tick whose state players may have. For any thread. */
  int played() {
    return played;
  }

  /** Sends the newest states, unless they were sent before. */
  @Override
  public int sendStates() {
    return output != null && output.take(sender) ? buffers.length : 0;
  }

  /** Takes a player out before the next tick. */
  void leave(int player) {
    present--;
    int leaving = 1 << player | (present == 0 ? serverSeats : 0);
    away.getAndUpdate(bits -> bits | leaving);
  }

  /** Returns whether a player who has left may come back. */
  boolean letsReturn() {
    return !isOver() && battle.mode().letsReturn();
  }

  /** Brings a player who has left back before the next tick, with a new session. */
  void rejoin(int player, PlayerSession session) {
    reseat(player, session);
    present++;
    away.getAndUpdate(bits -> bits & ~(1 << player | serverSeats));
  }

  /** Gives a player who has not left a new session. */
  void reseat(int player, PlayerSession session) {
    players.set(player, session);
    buffers[player].forgetSeen();
  }

  /** Returns how many players have not left. */
  int present() {
    return present;
  }

  boolean isOver() {
    return ending != null;
  }

  /** Returns how the battle ended; null while it is running. */
  BattleEnding ending() {
    return ending;
  }

  /** Players may hear that it is over from now on, or have heard that it does not go on. */
  void told() {
    told = true;
  }

  /** Returns whether players may hear that it is over, or have heard that it does not go on. */
  boolean isTold() {
    return told;
  }

  /** Returns whether an error of the server ended it. */
  boolean isFailed() {
    return ending == BattleEnding.FAILED;
  }

  /** Returns the team that won a battle that is over, 255 for none. */
  int winner() {
    return battle.winner(ending);
  }

  @Override
  public void tick(Tick tick) {
    if (!isOver()) {
      extras.placing.begin(tick, battle.tick());
      startedNs = tick.startedNs();
      play(tick.periods());
    }
  }

  /** Plays a tick that stands for that many periods, and ends the battle if it was the last. */
  void play(long periods) {
    boolean played = false;
    try {
      playSteps(periods);
      played = true;
    } finally {
      if (!played) {
        end(BattleEnding.FAILED); // and the failure goes on to the scheduler, which counts it
      } else if (battle.ending() != null) {
        end(battle.ending());
      }
    }
  }

  private void playSteps(long periods) {
    comeAndGo();
    inputs.nextTick();
    drained = 0;
    waitedNs = 0;
    logicNs = 0;
    for (int i = 0; i < buffers.length; i++) {
      buffers[i].drainTo(sink, i);
    }
    extras.placing.count();
    extras.metrics.played(drained, waitedNs);
    step();
    // A tick that stands for several plays them all, within a second; inputs are for the first.
    long more = Math.min(periods, battle.rules().ticksPerSecond()) - 1;
    for (long i = 0; i < more; i++) {
      inputs.nextTick();
      step();
    }
    extras.metrics.logicTook(logicNs);
    played = battle.tick();
    countShots();
    extras.view.played(battle);
    if (output != null && !output.send(awayInBattle)) {
      listener.onStatesDropped(this);
    }
    if (extras.unsent != null) {
      extras.unsent.encode(played);
    }
  }

  private void countShots() {
    Projectiles shots = battle.projectiles();
    extras.metrics.fired(shots.rifleShots() - shotsCounted, shots.rifleHits() - hitsCounted);
    shotsCounted = shots.rifleShots();
    hitsCounted = shots.rifleHits();
  }

  private void step() {
    extras.serverPlayers.act(battle, inputs);
    extras.recording.beforeStep(inputs);
    long beginNs = System.nanoTime();
    battle.step(inputs);
    logicNs += System.nanoTime() - beginNs;
  }

  /** Is told of a tick of this battle that has ended, on the thread that ran it. */
  void onTicked(Tick tick) {
    extras.metrics.ticked(tick);
    if (extras.endsOverBudget && tick.budgetAction() == BudgetAction.QUARANTINE && !isOver()) {
      end(BattleEnding.FAILED);
    }
  }

  private void comeAndGo() {
    int now = away.get();
    for (int changed = now ^ awayInBattle; changed != 0; changed &= changed - 1) {
      int player = Integer.numberOfTrailingZeros(changed);
      if ((now >> player & 1) != 0) {
        battle.leave(player);
      } else {
        battle.rejoin(player);
      }
    }
    awayInBattle = now;
  }

  private void end(BattleEnding how) {
    ending = how;
    extras.recording.end();
    TaskHandle scheduled = handle;
    if (scheduled != null) {
      scheduled.stop();
    }
    eventLoop.execute(() -> listener.onEnd(this));
  }
}
