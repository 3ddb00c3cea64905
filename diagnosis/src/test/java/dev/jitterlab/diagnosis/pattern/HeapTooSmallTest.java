package dev.jitterlab.diagnosis.pattern;

import static dev.jitterlab.diagnosis.pattern.PatternFixture.MS;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.PERIOD;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.TICKS;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.found;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.pattern;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.pattern.PatternFixture.Server;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.Stretch;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The collector's pauses take so much of the program's time that a larger heap helps. */
class HeapTooSmallTest {
  /** The pauses take more than 0.13 of the time, and late ticks compute meanwhile. */
  @Test
  void pausesThatMakeNothingLateCostNothing() {
    Server server = new Server();
    server.ticks(_ -> {}, 70);
    for (int i = 0; i < TICKS; i++) {
      if (i % 20 != 10 && i % 20 != 11) { // neither in a late tick, nor in what it delays
        server.collection(i * PERIOD + 25 * MS, 8, "G1New", "G1 Evacuation Pause", false);
      }
    }
    Case of = server.done();
    Pattern heap = pattern("heap_too_small");
    assertEquals(List.of(0L), heap.find(of).stream().map(PatternMatch::lateNs).toList());
    assertEquals(List.of(), heap.costly(of));
  }

  /** 5 of 45 ms are 0.11, and 6 of 44 ms are 0.136. */
  @Test
  void aHeapIsTooSmallWhoseCollectionsTakeMoreThanThirteenHundredthsOfTheRest() {
    for (int pauseMs : new int[] {5, 6}) {
      Server server = new Server();
      server.ticks(at -> {}, 2);
      for (int i = 0; i < TICKS; i++) {
        server.collection(i * PERIOD + 5 * MS, pauseMs, "G1New", "G1 Evacuation Pause", false);
      }
      assertEquals(pauseMs == 6, !found(server, "heap_too_small").isEmpty(), pauseMs + " ms");
    }
  }

  /** Flight Recorder has the pause, and the JVM's operation around it, which is longer. */
  @Test
  void eachPauseOfATooSmallHeapCountsOnce() {
    Server server = new Server();
    server.ticks(at -> {}, 2);
    for (int i = 0; i < TICKS; i++) {
      long at = i * PERIOD;
      server.collection(at + 5 * MS, 8, "G1New", "G1 Evacuation Pause", false);
      server.timeline.add(
          new Stretch(
              Cause.GC_PAUSE,
              at + 4 * MS,
              at + 14 * MS,
              JvmTimeline.ALL_THREADS,
              "jdk.ExecuteVMOperation",
              "G1CollectForAllocation"));
    }
    PatternMatch match = found(server, "heap_too_small").getFirst();
    assertEquals(
        "The collector's pauses took 0.190 of the program's own time (limit 0.13), in 400 pauses.",
        match.text());
    assertTrue(
        match.evidence().stream().allMatch(one -> one.event().equals("jdk.GCPhasePause")),
        match.evidence()::toString);
  }
}
