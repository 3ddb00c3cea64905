package dev.jitterlab.business.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LeftInHeapTest {
  private static final MemoryUsage ZEROS = new MemoryUsage(0, 0, 0, 0);

  private final LeftInHeap left = new LeftInHeap(Set.of("young", "old"));

  private static MemoryUsage used(long bytes) {
    return new MemoryUsage(0, bytes, 100, 200);
  }

  @Test
  void theLastCollectionCountsWithAllPoolsOfTheHeap() {
    assertEquals(0, left.usedBytes());
    left.add("Copy", 20, Map.of("young", used(3), "old", used(40), "code", used(100)));
    left.add("MarkSweepCompact", 10, Map.of("young", used(1), "old", used(2)));
    assertEquals(43, left.usedBytes());
  }

  /** ZGC and Shenandoah end their pauses so. */
  @Test
  void aPauseWithoutAnAccountOfMemoryIsNoEmptyHeap() {
    left.add("ZGC Major Cycles", 20, Map.of("young", used(3), "old", used(40)));
    left.add("ZGC Major Pauses", 30, Map.of("young", ZEROS, "old", ZEROS));
    assertEquals(43, left.usedBytes());
  }

  @Test
  void theGarbageAfterAPauseOfTheMarkingDoesNotCount() {
    left.add("G1 Young Generation", 20, Map.of("young", used(3), "old", used(40)));
    left.add("G1 Concurrent GC", 30, Map.of("young", used(90), "old", used(39)));
    assertEquals(43, left.usedBytes());
  }

  @Test
  void aCollectionMayLeaveNothing() {
    left.add("Copy", 20, Map.of("young", used(3), "old", used(40)));
    left.add("MarkSweepCompact", 30, Map.of("young", used(0), "old", used(0)));
    assertEquals(0, left.usedBytes());
  }
}
