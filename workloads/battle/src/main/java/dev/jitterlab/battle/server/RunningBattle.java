package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.StateBody;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.Ending;
import dev.jitterlab.battle.server.control.BattleView;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickTask;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A battle as a tick task: takes the inputs that arrived, plays a tick, encodes the state once and
 * hands it to the event loop, which sends it to every player. So the execution of a tick is the
 * game and the encoding, without any input or output (seed 1, section 3.4.2), and a tick allocates
 * nothing but the event loop's queue node.
 *
 * <p>{@link #tick} runs on the scheduler's threads; {@link #offer} and everything about sessions
 * belongs to the event loop.
 */
final class RunningBattle implements TickTask {
  /** What happens around a battle; called on the event loop. */
  interface Listener {
    /** Sends a state to all the players. */
    void onState(RunningBattle battle, byte[] body, int bytes);

    /** Says goodbye; called once, after the last state. */
    void onEnd(RunningBattle battle);

    /** Counts a state that found no free buffer; called on the scheduler's thread. */
    void onStateDropped(RunningBattle battle);
  }

  /** States that may be on their way to the event loop; more only delay what is outdated anyway. */
  private static final int STATES = 4;

  private final int id;
  private final Battle battle;
  private final List<PlayerSession> players;
  private final List<PlayerSession> playersView;
  private final Executor eventLoop;
  private final Listener listener;
  private final BattleView view;
  private final BattleInputs inputs = new BattleInputs();
  private final InputBuffer[] buffers;
  private final State[] states = new State[STATES];

  /** Who is away, one bit a player: the event loop says it, the next tick does it. */
  private final AtomicInteger away = new AtomicInteger();

  private volatile TaskHandle handle;
  private volatile Ending ending;
  private int nextState; // scheduler's threads
  private int awayInBattle; // scheduler's threads
  private int present; // event loop

  RunningBattle(
      int id,
      Battle battle,
      List<PlayerSession> players,
      Executor eventLoop,
      Listener listener,
      BattleView view) {
    this.id = id;
    this.battle = battle;
    this.players = Arrays.asList(players.toArray(new PlayerSession[0]));
    this.playersView = Collections.unmodifiableList(this.players);
    this.eventLoop = eventLoop;
    this.listener = listener;
    this.view = view;
    this.present = players.size();
    this.buffers = new InputBuffer[players.size()];
    for (int i = 0; i < buffers.length; i++) {
      buffers[i] = new InputBuffer();
    }
    for (int i = 0; i < STATES; i++) {
      states[i] = new State();
    }
  }

  int id() {
    return id;
  }

  List<PlayerSession> players() {
    return playersView;
  }

  /** Keeps what the scheduler gave for this task, by which the battle stops itself. */
  void scheduledAs(TaskHandle given) {
    handle = given;
    if (isOver()) {
      given.stop();
    }
  }

  /** Buffers an input for the next tick; false when the player's buffer is full. */
  boolean offer(int player, int moveX, int moveY, int aim, int buttons) {
    return buffers[player].offer(moveX, moveY, aim, buttons);
  }

  /** Takes a player out before the next tick. */
  void leave(int player) {
    present--;
    away.getAndUpdate(bits -> bits | 1 << player);
  }

  /** Returns whether a player who has left may come back. */
  boolean letsReturn() {
    return !isOver() && battle.mode().letsReturn();
  }

  /** Brings a player who has left back before the next tick, with a new session. */
  void rejoin(int player, PlayerSession session) {
    players.set(player, session);
    present++;
    away.getAndUpdate(bits -> bits & ~(1 << player));
  }

  /** Returns how many players have not left. */
  int present() {
    return present;
  }

  boolean isOver() {
    return ending != null;
  }

  /** Returns how the battle ended; null while it is running. */
  Ending ending() {
    return ending;
  }

  /** Returns whether an error of the server ended it. */
  boolean isFailed() {
    return ending == Ending.FAILED;
  }

  /** Returns the team that won a battle that is over, 255 for none. */
  int winner() {
    return battle.winner(ending);
  }

  @Override
  public void tick(Tick tick) {
    if (isOver()) {
      return;
    }
    boolean played = false;
    try {
      play();
      played = true;
    } finally {
      if (!played) {
        end(Ending.FAILED); // and the failure goes on to the scheduler, which counts it
      } else if (battle.ending() != null) {
        end(battle.ending());
      }
    }
  }

  private void play() {
    comeAndGo();
    inputs.nextTick();
    for (int i = 0; i < buffers.length; i++) {
      buffers[i].drainTo(inputs, i);
    }
    battle.step(inputs);
    view.played(battle);
    State state = states[nextState];
    if (state.inUse) {
      listener.onStateDropped(this);
      return;
    }
    nextState = (nextState + 1) % STATES;
    state.encode();
    eventLoop.execute(state);
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

  private void end(Ending how) {
    ending = how;
    TaskHandle scheduled = handle;
    if (scheduled != null) {
      scheduled.stop();
    }
    eventLoop.execute(() -> listener.onEnd(this));
  }

  /**
   * An encoded state: written by the tick while not in use, read by the event loop while in use.
   */
  private final class State implements Runnable {
    private final byte[] body = new byte[StateBody.MAX_BYTES];
    private final ByteBuffer buffer = ByteBuffer.wrap(body);
    private volatile boolean inUse;

    void encode() {
      buffer.clear();
      StateBody.put(buffer, id, battle);
      inUse = true;
    }

    @Override
    public void run() {
      try {
        listener.onState(RunningBattle.this, body, buffer.position());
      } finally {
        inUse = false;
      }
    }
  }
}
