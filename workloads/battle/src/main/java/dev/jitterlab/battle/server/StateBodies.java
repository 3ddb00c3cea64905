package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.StateEncoder;

/**
 * The encoded states of one tick, a buffer per player, used again and again. Filled on the tick's
 * thread, read on the event loop, handed over by its owner.
 */
final class StateBodies {
  private final byte[][] bodies;
  private final int[] bytes;
  private final int[] baselineAge;

  StateBodies(int players) {
    bodies = new byte[players][StateEncoder.MAX_BYTES];
    bytes = new int[players];
    baselineAge = new int[players];
  }

  void encode(StateEncoder encoder, int player, int seen) {
    bytes[player] = encoder.encode(player, seen, bodies[player]);
    baselineAge[player] = encoder.baselineAge();
  }

  /** Leaves a player out who is away. */
  void skip(int player) {
    bytes[player] = 0;
  }

  byte[] body(int player) {
    return bodies[player];
  }

  /** Returns how long a player's body is; 0 when there is none for him. */
  int bytes(int player) {
    return bytes[player];
  }

  /** Returns how many ticks old a body's baseline is; 0 for a full one. */
  int baselineAge(int player) {
    return baselineAge[player];
  }
}
