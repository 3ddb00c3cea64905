package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeapLoadTest {
  private long drawn;

  private long next() {
    return drawn++;
  }

  private static long allocated() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  @Test
  void doesNothingUnlessAsked() {
    HeapLoad none = new HeapLoad(this::next, 0, 0);
    none.fill();
    assertTrue(none.isNone());
    assertEquals(0, none.chains());
  }

  @Test
  void keepsALiveSetOfTheSizeThatWasAskedFor() {
    HeapLoad heap = new HeapLoad(this::next, 3, 0);
    long before = allocated();
    heap.fill();
    double mib = (allocated() - before) / 1024.0 / 1024.0;
    assertTrue(mib > 2.7 && mib < 3.3, "allocated " + mib + " MiB");
    assertEquals(3 * 1024, heap.chains());
    assertFalse(heap.isNone());
  }

  @Test
  void allocatesWithEveryTick() {
    HeapLoad heap = new HeapLoad(this::next, 0, 64);
    heap.fill();
    long before = allocated();
    for (int i = 0; i < 100; i++) {
      heap.onTick();
    }
    double kib = (allocated() - before) / 100.0 / 1024.0;
    assertTrue(kib > 57 && kib < 71, "allocated " + kib + " KiB a tick");
  }

  @Test
  void replacesOneChainOfTheLiveSetForEverySixteenThatAreMade() {
    HeapLoad heap = new HeapLoad(this::next, 1, 64);
    heap.fill();
    byte untouched = heap.first(5);
    heap.onTick();
    // Slots 0 to 3 were replaced by the chains 0, 16, 32 and 48; the slots after them were read.
    assertEquals(
        "0 16 32 48",
        heap.first(0) + " " + heap.first(1) + " " + heap.first(2) + " " + heap.first(3));
    assertEquals(untouched, heap.first(5));
    assertEquals(1024, heap.chains());
    assertTrue(heap.seen() != 0);
  }

  /** A chain takes a KiB, so the chains of 16 ticks are sixteen times the KiB of one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 20, 64})
  void oneChainInSixteenSurvivesHoweverManyATickMakes(int garbageKib) {
    assertEquals(garbageKib, drawnInSixteenTicks(garbageKib) - drawnInSixteenTicks(0));
  }

  /** A place is drawn for each chain that survives, and for each one that is looked up. */
  private long drawnInSixteenTicks(int garbageKib) {
    HeapLoad heap = new HeapLoad(this::next, 1, garbageKib);
    heap.fill();
    long before = drawn;
    for (int i = 0; i < 16; i++) {
      heap.onTick();
    }
    return drawn - before;
  }
}
