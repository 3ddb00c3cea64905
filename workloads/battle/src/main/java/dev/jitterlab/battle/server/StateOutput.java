package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.StateEncoder;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The way of a battle's states from its ticks to the event loop, in buffers that are written by a
 * tick while not in use, and sent by the event loop after. A tick that finds none free sends
 * nothing rather than wait: the event loop lags behind, and more would only delay what is outdated
 * anyway. Belongs to the thread that runs the tick.
 */
final class StateOutput {
  private static final int TICKS_UNDER_WAY = 4;

  private final StateEncoder encoder;
  private final InputBuffer[] players;
  private final Executor eventLoop;
  private final Consumer<StateBodies> sender;
  private final States[] states = new States[TICKS_UNDER_WAY];
  private int next;

  /**
   * Creates an output.
   *
   * @param players which know the newest state that each player has
   * @param sender called on the event loop; the bodies stay as they are until it returns
   */
  StateOutput(
      StateEncoder encoder,
      InputBuffer[] players,
      Executor eventLoop,
      Consumer<StateBodies> sender) {
    this.encoder = encoder;
    this.players = players;
    this.eventLoop = eventLoop;
    this.sender = sender;
    for (int i = 0; i < states.length; i++) {
      states[i] = new States();
    }
  }

  /**
   * Encodes what each player sees, and hands it over; false when there was no room.
   *
   * @param away who is sent nothing, one bit a player
   */
  boolean send(int away) {
    encoder.capture(); // in any case: its history has no gaps
    States state = states[next];
    if (state.inUse) {
      return false;
    }
    next = (next + 1) % states.length;
    state.encode(away);
    eventLoop.execute(state);
    return true;
  }

  /** The states of a tick. */
  private final class States implements Runnable {
    private final StateBodies bodies = new StateBodies(players.length);
    private volatile boolean inUse;

    void encode(int away) {
      for (int i = 0; i < players.length; i++) {
        if ((away >> i & 1) != 0) {
          bodies.skip(i);
        } else {
          bodies.encode(encoder, i, players[i].seen());
        }
      }
      inUse = true;
    }

    @Override
    public void run() {
      try {
        sender.accept(bodies);
      } finally {
        inUse = false;
      }
    }
  }
}
