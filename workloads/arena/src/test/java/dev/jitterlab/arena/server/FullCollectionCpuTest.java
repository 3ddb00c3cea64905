package dev.jitterlab.arena.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FullCollectionCpuTest {
  private static final long MS = 1_000_000;
  private static final long JVM_START = 7_000 * MS;
  private static final long LATER = JVM_START + 100_000 * MS;

  private long nowNs;
  private final GarbageCollections collections = new GarbageCollections(() -> nowNs);
  private final CpuReadings readings = new CpuReadings();
  private final FullCollectionCpu cpu = new FullCollectionCpu(readings);

  private void collected(String action, long startMs, long endMs) {
    nowNs = JVM_START + endMs * MS;
    collections.add(action, startMs, endMs);
  }

  /** One core before a collection from 1,000 to 1,300 ms, half of one in it, two after it. */
  private void read() {
    for (long ms = 500; ms <= 1_000; ms += 10) {
      readings.add(JVM_START + ms * MS, ms * MS);
    }
    for (long ms = 1_300; ms <= 2_000; ms += 10) {
      readings.add(JVM_START + ms * MS, (1_150 + 2 * (ms - 1_300)) * MS);
    }
  }

  private List<Long> decided(long nowNs) {
    cpu.decide(nowNs, collections);
    return Arrays.stream(FullCollectionCpu.When.values())
        .map(when -> Math.round(cpu.cpuNs(when) / MS))
        .collect(Collectors.toList());
  }

  @Test
  void addsUpTheCpuTimeBeforeInAndAfterAFullCollection() {
    read();
    collected("end of minor GC", 600, 640);
    collected("end of major GC", 1_000, 1_300);

    assertEquals(List.of(300L, 150L, 600L), decided(LATER));
    assertEquals(300 * MS, cpu.windowNs());
    assertEquals(0, cpu.leftOut());
    assertEquals(List.of(300L, 150L, 600L), decided(LATER), "each counts once");
  }

  /** The JVM may still speak of a collection in the time after this one. */
  @Test
  void waitsUntilTheTimeAfterItIsKnown() {
    read();
    collected("end of major GC", 1_000, 1_300);

    assertEquals(List.of(0L, 0L, 0L), decided(JVM_START + 2_050 * MS));
    assertEquals(0, cpu.leftOut());
    assertEquals(List.of(300L, 150L, 600L), decided(JVM_START + 2_150 * MS));
  }

  @Test
  void leavesOutACollectionWithAnotherOneAfterIt() {
    read();
    collected("end of major GC", 1_000, 1_300);
    collected("end of major GC", 1_400, 1_500);

    assertEquals(List.of(200L, 200L, 200L), decided(LATER), "only the second one");
    assertEquals(1, cpu.leftOut());
  }

  @Test
  void leavesOutWhatIsTooShortOrOlderThanTheReadings() {
    read();
    collected("end of major GC", 600, 700); // the time before it begins at 500 ms
    collected("end of major GC", 1_500, 1_530);
    collected("end of major GC", 1_800, 1_950); // and what comes after it was not read

    assertEquals(List.of(100L, 100L, 100L), decided(LATER));
    assertEquals(2, cpu.leftOut());
  }

  @Test
  void readsBetweenReadingsInAStraightLine() {
    readings.add(-20, 5);
    readings.add(20, 45);
    readings.add(30, -1); // the system did not tell
    assertEquals(10, readings.between(-10, 0).orElseThrow(), 1e-9);
    assertEquals(
        List.of(false, false),
        List.of(readings.between(-21, 0).isPresent(), readings.between(0, 21).isPresent()));
  }

  @Test
  void keepsTheNewestReadings() {
    for (int i = 0; i < 5_000; i++) {
      readings.add(i, 2L * i);
    }
    assertEquals(2_000, readings.between(3_500, 4_500).orElseThrow(), 1e-9);
    assertEquals(false, readings.between(2_900, 4_500).isPresent());
  }
}
