package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.tick.recording.TickRecorder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExternalTaskTest {
  private static final long PERIOD_NS = 1_000_000;

  private final List<String> told = new ArrayList<>();
  private final TickRecorder recorder = new TickRecorder();
  private final ExternalTask task =
      new ExternalTask(
          "c-loop",
          Rate.hz(1_000),
          recorder.andThen(
              tick ->
                  told.add(
                      tick.driftNs()
                          + " "
                          + tick.executionNs()
                          + " "
                          + tick.waitNs()
                          + " "
                          + tick.missedPeriods())));

  @Test
  void tellsTheTimesOfATickAsASchedulerDoes() {
    task.ticked(0, 50, 80);
    task.ticked(PERIOD_NS, PERIOD_NS + 70, PERIOD_NS + 90);

    assertEquals(List.of("50 30 0 0", "70 20 999990 0"), told);
    assertEquals(2, recorder.ticks());
  }

  @Test
  void countsThePeriodsBetweenTwoTicksAsSkipped() {
    task.ticked(0, 50, 80);
    task.ticked(4 * PERIOD_NS, 4 * PERIOD_NS, 4 * PERIOD_NS);
    task.ticked(5 * PERIOD_NS, 5 * PERIOD_NS, 5 * PERIOD_NS);

    assertEquals(3, recorder.missedPeriods(LateAction.SKIP));
    assertEquals(1, recorder.lateActions(LateAction.SKIP));
  }

  /** Tick 0 started three periods late, and so did the work of the three that follow it. */
  @Test
  void countsAPeriodAsOverdueOnceThoughItIsKnownOnlyLaterThatOthersWereSkipped() {
    task.ticked(0, 3 * PERIOD_NS, 3 * PERIOD_NS);
    task.ticked(4 * PERIOD_NS, 4 * PERIOD_NS, 4 * PERIOD_NS);

    assertEquals(3, recorder.overduePeriods());
  }

  @Test
  void saysThatANewScheduleStarts() {
    task.ticked(0, 50, 80);
    task.ticked(0, 90, 95, -1, true);

    assertEquals(1, recorder.reanchoredTicks());
    assertEquals(1, recorder.surplusPeriods());
    assertEquals(0, recorder.missedPeriods(LateAction.SKIP));
  }

  @Test
  void aScheduleThatMovesByAPartOfAPeriodSkipsNone() {
    task.ticked(0, 50, 80);
    task.ticked(PERIOD_NS * 8 / 5, PERIOD_NS * 8 / 5, PERIOD_NS * 8 / 5, 0, true);
    task.ticked(2 * PERIOD_NS, 2 * PERIOD_NS, 2 * PERIOD_NS, 0, true);

    assertEquals(0, recorder.missedPeriods(LateAction.SKIP));
    assertEquals(0, recorder.surplusPeriods());
    assertEquals(2, recorder.reanchoredTicks());
  }
}
