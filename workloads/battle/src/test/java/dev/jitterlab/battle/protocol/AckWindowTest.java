package dev.jitterlab.battle.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.battle.protocol.AckWindow.Arrival;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class AckWindowTest {
  @Test
  void tellsDuplicatesFromPacketsThatWereOvertaken() {
    AckWindow window = new AckWindow(10);
    window.accept(13);
    assertEquals(Arrival.DUPLICATE, window.arrivalOf(13));
    assertEquals(Arrival.DUPLICATE, window.arrivalOf(10));
    assertEquals(Arrival.LATE, window.arrivalOf(12));
    assertEquals(Arrival.LATE, window.arrivalOf(-19));
    assertEquals(Arrival.STALE, window.arrivalOf(-20));
    assertEquals(Arrival.NEW, window.arrivalOf(14));
    assertEquals(0b100, window.ackBits());
  }

  /** Against the plain way, a set of everything accepted; also where the numbers wrap around. */
  @Property
  void acknowledgesExactlyWhatWasAccepted(
      @ForAll int first, @ForAll int[] gaps, @ForAll @IntRange(min = 1, max = 70) int widest) {
    AckWindow window = new AckWindow(first);
    Set<Integer> accepted = new HashSet<>(Set.of(first));
    int latest = first;
    for (int gap : gaps) {
      latest += 1 + Math.floorMod(gap, widest);
      assertEquals(Arrival.NEW, window.arrivalOf(latest));
      window.accept(latest);
      accepted.add(latest);
      assertEquals(latest, window.ack());
      for (int i = 0; i < ServerPacket.ACK_BITS; i++) {
        boolean bit = (window.ackBits() >>> i & 1) != 0;
        assertEquals(accepted.contains(latest - 1 - i), bit);
        assertEquals(bit ? Arrival.DUPLICATE : Arrival.LATE, window.arrivalOf(latest - 1 - i));
      }
    }
  }

  /**
   * In any order, with any repetitions: each number at most once, and each within 32 of the top.
   */
  @Property
  void acceptsLateNumbersOnce(@ForAll int first, @ForAll byte[] jumps) {
    AckWindow window = new AckWindow(first);
    Set<Integer> accepted = new HashSet<>(Set.of(first));
    for (byte jump : jumps) {
      int number = window.ack() + jump / 2;
      boolean inReach = window.ack() - number <= ServerPacket.ACK_BITS;
      assertEquals(inReach && !accepted.contains(number), window.acceptIfNew(number));
      if (inReach) {
        accepted.add(number);
      }
    }
  }
}
