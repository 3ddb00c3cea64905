package dev.jitterlab.arena.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LongUpdatesTest {
  private static final long MS = 1_000_000;
  private static final long JVM_START = 7_000 * MS;
  private static final long PERIOD = 100 * MS;
  private static final long LATER = JVM_START + 100_000 * MS;

  private long nowNs;
  private final GarbageCollections collections = new GarbageCollections(() -> nowNs);
  private final LongUpdates updates = new LongUpdates(tick -> {});

  /** The JVM speaks of a collection so many ms after its end. */
  private void collected(String action, long startMs, long endMs, long laterMs) {
    nowNs = JVM_START + (endMs + laterMs) * MS;
    collections.add(action, startMs, endMs);
  }

  /** A long time between updates that ends so many ms after the JVM's start. */
  private void longOne(long endMs, long totalMs) {
    updates.add(JVM_START + endMs * MS, totalMs * MS, PERIOD);
  }

  private List<Long> decided(long nowNs) {
    updates.decide(nowNs, collections);
    return Arrays.stream(LongUpdates.Reason.values()).map(updates::of).collect(Collectors.toList());
  }

  @Test
  void eachIsPutDownToWhatTookHalfOfItsExcess() {
    collected("end of major GC", 1_000, 1_700, 0);
    collected("end of minor GC", 3_000, 3_060, 40);
    longOne(1_710, 800); // 700 too long, 700 of them in the full one
    longOne(1_300, 400); // 300 too long, all in its first part
    longOne(1_050, 400); // only 50 of 300
    longOne(3_070, 170); // 60 of 70 in the other one
    longOne(5_000, 170);

    assertEquals(List.of(2L, 1L, 2L), decided(LATER));
  }

  /** The JVM tells of a collection after it. */
  @Test
  void aFreshOneWaitsForTheWordOfTheJvm() {
    longOne(1_710, 800);
    assertEquals(List.of(0L, 0L, 0L), decided(JVM_START + 1_720 * MS));
    collected("end of major GC", 1_000, 1_700, 0);
    assertEquals(List.of(1L, 0L, 0L), decided(LATER));
  }

  /** The first word came late; the second one says when the JVM's time began. */
  @Test
  void theQuickestWordOfTheJvmSetsItsTime() {
    collected("end of minor GC", 1_000, 1_070, 900);
    collected("end of minor GC", 3_000, 3_070, 0);
    longOne(1_075, 170);
    longOne(3_075, 170);
    assertEquals(List.of(0L, 2L, 0L), decided(LATER));
  }

  @Test
  void whatCannotBeKeptIsCounted() {
    for (int i = 0; i < 20_000; i++) {
      longOne(1_000, 200);
    }
    assertEquals(20_000 - (1 << 14), updates.leftOut());
    assertEquals(List.of(0L, 0L, 1L << 14), decided(LATER));
  }

  /** After a collection that was asked for, the JVM has told of a full one. */
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void thisJvmTellsOfItsCollections() throws InterruptedException {
    try (GarbageCollections own = GarbageCollections.watch(System::nanoTime)) {
      long fromNs = System.nanoTime() - 1_000 * MS;
      while (own.overlapNs(fromNs, System.nanoTime() + 1_000 * MS, true) == 0) {
        byte[][] live = new byte[20_000][100];
        System.gc();
        assertEquals(20_000, live.length);
        Thread.sleep(1);
      }
    }
  }
}
