package dev.jitterlab.battle.bot.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class DelayLineTest {
  private final List<Long> delivered = new ArrayList<>();
  private final DelayLine.Exit exit = (packet, number, nowNs) -> delivered.add(number);
  private int wakes;

  @Property(tries = 200)
  void deliversByTimeAndInOrderOfArrivalWhereTimesAreEqual(
      @ForAll @Size(max = 300) List<@IntRange(max = 20) Integer> dueNs) {
    DelayLine line = line(300);
    List<long[]> expected = new ArrayList<>();
    for (int i = 0; i < dueNs.size(); i++) {
      assertTrue(line.add(ByteBuffer.allocate(1), i, dueNs.get(i), exit));
      expected.add(new long[] {dueNs.get(i), i});
    }
    Collections.sort(
        expected, (a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[1], b[1]));
    delivered.clear();
    for (int nowNs = 0; nowNs <= 20; nowNs++) {
      line.deliverDue(nowNs);
    }
    List<Long> numbers = new ArrayList<>();
    expected.forEach(entry -> numbers.add(entry[1]));
    assertEquals(numbers, delivered);
  }

  @Test
  void keepsItsOwnCopyOfAPacket() {
    DelayLine line = line(4);
    List<Integer> bytes = new ArrayList<>();
    ByteBuffer packet = ByteBuffer.allocate(4).putInt(0, 17);
    line.add(packet, 0, 5, (copy, number, nowNs) -> bytes.add(copy.getInt()));
    packet.putInt(0, 99);
    line.deliverDue(5);
    assertEquals(List.of(17), bytes);
  }

  @Test
  void usesEveryBufferAgain() {
    DelayLine line = line(2);
    for (int i = 0; i < 100; i++) {
      assertTrue(line.add(ByteBuffer.allocate(1), i, i, exit));
      assertTrue(line.add(ByteBuffer.allocate(1), i, i, exit));
      assertFalse(line.add(ByteBuffer.allocate(1), i, i, exit));
      line.deliverDue(i);
    }
    assertEquals(200, delivered.size());
  }

  @Test
  void refusesAPacketThatFitsNoBuffer() {
    assertFalse(line(2).add(ByteBuffer.allocate(5), 0, 0, exit));
  }

  @Test
  void wakesTheReaderOnceAndOnlyForAnEarlierPacketThanItWaitsFor() {
    DelayLine line = line(8);
    line.add(ByteBuffer.allocate(1), 0, 100, exit);
    assertEquals(0, wakes);
    assertEquals(100, line.beginWait(0));
    line.add(ByteBuffer.allocate(1), 1, 200, exit);
    assertEquals(0, wakes);
    line.add(ByteBuffer.allocate(1), 2, 50, exit);
    line.add(ByteBuffer.allocate(1), 3, 40, exit);
    assertEquals(1, wakes);
  }

  private DelayLine line(int capacity) {
    return new DelayLine(capacity, 4, () -> wakes++);
  }
}
