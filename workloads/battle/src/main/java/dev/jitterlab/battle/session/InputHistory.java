package dev.jitterlab.battle.session;

import dev.jitterlab.battle.protocol.ClientPacket;
import dev.jitterlab.battle.protocol.PackedInput;
import java.nio.ByteBuffer;

/**
 * A client's last inputs, newest first: each INPUT repeats up to three, so a lost packet costs
 * nothing. Not thread-safe.
 *
 * <p>All inputs of an INPUT count their times from the one tick that it names as seen. One that was
 * done before that tick gets its beginning, the nearest time that can be expressed: a server that
 * never got the first packet would else place it too late, and the newest input behind it.
 */
final class InputHistory {
  private final long[] inputs = new long[ClientPacket.MAX_INPUTS];
  private int count;
  private int newest;
  private int battle;
  private int seenBefore;

  /** Adds an input and writes the INPUT that brings it. */
  void put(ByteBuffer out, int number, int ofBattle, int seen, long input) {
    if (ofBattle != battle || number != newest + 1) {
      count = 0; // an input is known by its number, which is told by its place
    }
    count = Math.min(count + 1, inputs.length);
    System.arraycopy(inputs, 0, inputs, 1, count - 1);
    inputs[0] = input;
    if (Integer.compareUnsigned(seen, seenBefore) > 0) {
      for (int i = 1; i < count; i++) {
        inputs[i] = PackedInput.withAt(inputs[i], 0);
      }
    }
    seenBefore = seen;
    newest = number;
    battle = ofBattle;
    ClientPacket.putInput(out, number, battle, seen, inputs, count);
  }
}
