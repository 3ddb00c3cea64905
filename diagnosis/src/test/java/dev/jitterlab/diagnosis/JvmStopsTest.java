package dev.jitterlab.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class JvmStopsTest {
  private static final long MS = 1_000_000;
  private static final String PAUSE = "jdk.GCPhasePause";
  private static final String OPERATION = "jdk.ExecuteVMOperation";

  private final TimelineBuilder timeline = new TimelineBuilder();

  private void stop(Cause cause, long fromMs, long toMs, String event, String what) {
    timeline.add(new Stretch(cause, fromMs * MS, toMs * MS, JvmTimeline.ALL_THREADS, event, what));
  }

  private List<JvmStops.Stop> stops() {
    return JvmStops.of(timeline.build()).stops();
  }

  /** Flight Recorder has an event of the pause, and one of the JVM's operation around it. */
  @Test
  void aPauseOfTheCollectorCountsOnce() {
    stop(Cause.GC_PAUSE, 10, 20, PAUSE, "G1New");
    stop(Cause.GC_PAUSE, 9, 21, OPERATION, "G1CollectForAllocation");
    stop(Cause.GC_PAUSE, 40, 45, PAUSE, "G1New");
    stop(Cause.GC_PAUSE, 40, 46, OPERATION, "G1CollectForAllocation");
    assertEquals(List.of(new JvmStops.Stop("gc_pause", 2, 0.015, 0.01, 0.01, "G1New")), stops());
  }

  /** Its own event may not be recorded. */
  @Test
  void theOperationCountsWhereNothingElseShowsThePause() {
    stop(Cause.GC_PAUSE, 10, 20, PAUSE, "G1New");
    stop(Cause.GC_PAUSE, 20, 32, OPERATION, "G1CollectForAllocation");
    assertEquals(
        List.of(new JvmStops.Stop("gc_pause", 2, 0.022, 0.012, 0.02, "G1CollectForAllocation")),
        stops());
  }

  @Test
  void timeInWhichTwoOperationsRanCountsOnce() {
    stop(Cause.SAFEPOINT_OPERATION, 100, 104, OPERATION, "ThreadDump");
    stop(Cause.SAFEPOINT_OPERATION, 102, 110, OPERATION, "Cleanup");
    stop(Cause.SAFEPOINT_OPERATION, 200, 201, OPERATION, "Cleanup");
    assertEquals(
        List.of(new JvmStops.Stop("safepoint_operation", 2, 0.011, 0.008, 0.102, "Cleanup")),
        stops());
  }
}
