package dev.jitterlab.battle.session;

import dev.jitterlab.battle.protocol.ClientPacket;
import java.nio.ByteBuffer;

/**
 * A client's last inputs, newest first: each INPUT repeats up to three, so a lost packet costs
 * nothing. Not thread-safe.
 */
final class InputHistory {
  private final long[] inputs = new long[ClientPacket.MAX_INPUTS];
  private int count;
  private int newest;
  private int battle;

  /** Adds an input and writes the INPUT that brings it. */
  void put(ByteBuffer out, int number, int ofBattle, int seen, long input) {
    if (ofBattle != battle || number != newest + 1) {
      count = 0; // an input is known by its number, which is told by its place
    }
    count = Math.min(count + 1, inputs.length);
    System.arraycopy(inputs, 0, inputs, 1, count - 1);
    inputs[0] = input;
    newest = number;
    battle = ofBattle;
    ClientPacket.putInput(out, number, battle, seen, inputs, count);
  }
}
