package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.AckWindow;
import dev.jitterlab.battle.protocol.ClientPacket;
import dev.jitterlab.battle.protocol.Decoding;
import java.nio.ByteBuffer;

/** What the protocol says a player's messages do to a battle that he is in, and nothing else. */
final class ReferencePlayer {
  private final int player;
  private final int battle;
  private final AckWindow window;
  private final ClientPacket packet = new ClientPacket();
  private int buffered;
  private int taken;
  private int refused;

  ReferencePlayer(int player, int battle, int firstNumber) {
    this.player = player;
    this.battle = battle;
    this.window = new AckWindow(firstNumber);
  }

  int nextNumber() {
    return window.ack() + 1;
  }

  void receive(byte[] message, int played, InputBuffer.Sink sink) {
    if (packet.decode(ByteBuffer.wrap(message)) != Decoding.OK) {
      refused++;
      return;
    }
    if (packet.type() == ClientPacket.Type.NOTED || packet.type() == ClientPacket.Type.NEED_STATE) {
      return; // have no number of their own
    }
    if (packet.type() != ClientPacket.Type.INPUT || packet.battle() != battle) {
      window.acceptIfNew(packet.number());
      return;
    }
    if (Integer.compareUnsigned(packet.seen(), played) > 0) {
      return;
    }
    for (int i = packet.count() - 1; i >= 0; i--) {
      int number = packet.number() - i;
      AckWindow.Arrival arrival = window.arrivalOf(number);
      boolean isNew = arrival == AckWindow.Arrival.NEW || arrival == AckWindow.Arrival.LATE;
      if (isNew && buffered < InputBuffer.CAPACITY) {
        buffered++;
        taken++;
        window.accept(number);
        sink.take(player, packet.input(i), packet.seen(), 0);
      }
    }
  }

  /** Empties the buffer. */
  void ticked() {
    buffered = 0;
  }

  int taken() {
    return taken;
  }

  int refused() {
    return refused;
  }
}
