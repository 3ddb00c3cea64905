package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.StateEncoder;

/**
 * Makes the states of a battle for players whom the server plays itself, and throws them away. So
 * its ticks encode as much as those of a battle of people, and hand over and send nothing. Belongs
 * to the thread that runs the tick; allocates nothing once the encoder has grown.
 */
final class UnsentStates {
  /** How old the newest state of such a player is, as over a network with a short delay. */
  private static final int AGE_TICKS = 2;

  private final StateEncoder encoder;
  final StateBodies bodies; // of the last tick
  private final int players;

  UnsentStates(StateEncoder encoder, int players) {
    this.encoder = encoder;
    this.bodies = new StateBodies(players);
    this.players = players;
  }

  /** Encodes what each player sees of a tick that was just played. */
  void encode(int tick) {
    encoder.capture();
    int seen = Math.max(0, tick - AGE_TICKS);
    for (int i = 0; i < players; i++) {
      bodies.encode(encoder, i, seen);
    }
  }
}
