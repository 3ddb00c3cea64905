package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.StateEncoder;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The way of a battle's states from its ticks to the event loop. Only the newest wait: those of a
 * tick take the place of older ones that the event loop has not taken yet. So an event loop that
 * lags behind sends fewer states, and none that is outdated. Neither side waits for the other
 * ({@link TripleBuffer}).
 */
final class StateOutput {
  private final StateEncoder encoder;
  private final InputBuffer[] players;
  private final Executor eventLoop;
  private final Runnable ready;
  private final TripleBuffer<StateBodies> states;

  /**
   * Creates an output.
   *
   * @param players which know the newest state that each player has
   * @param ready called on the event loop, once before each {@link #take}
   */
  StateOutput(StateEncoder encoder, InputBuffer[] players, Executor eventLoop, Runnable ready) {
    this.encoder = encoder;
    this.players = players;
    this.eventLoop = eventLoop;
    this.ready = ready;
    this.states = new TripleBuffer<>(() -> new StateBodies(players.length));
  }

  /**
   * Encodes what each player sees, and hands it over; false when that dropped older states. By the
   * thread that runs the tick.
   *
   * @param away who is sent nothing, one bit a player
   */
  boolean send(int away) {
    encoder.capture();
    StateBodies bodies = states.written();
    for (int i = 0; i < players.length; i++) {
      if ((away >> i & 1) != 0) {
        bodies.skip(i);
      } else {
        bodies.encode(encoder, i, players[i].seen());
      }
    }
    if (!states.publish()) {
      return false; // the event loop knows already that there are some
    }
    eventLoop.execute(ready);
    return true;
  }

  /**
   * Takes the newest states, unless they were taken before; false without any. By the event loop.
   *
   * @param sender the bodies stay as they are until it returns
   */
  boolean take(Consumer<StateBodies> sender) {
    StateBodies newest = states.take();
    if (newest == null) {
      return false;
    }
    sender.accept(newest);
    return true;
  }
}
