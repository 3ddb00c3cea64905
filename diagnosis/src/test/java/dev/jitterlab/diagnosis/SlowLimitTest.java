package dev.jitterlab.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SlowLimitTest {
  private static final long MS = 1_000_000;

  private static long slow(OptionalLong limitNs, long... milliseconds) {
    TimelineBuilder timeline = new TimelineBuilder();
    for (int i = 0; i < milliseconds.length; i++) {
      long startNs = i * (1_000 * MS);
      timeline.add(
          new TimedWork(
              TimedWork.Kind.REQUEST,
              "Shop#pay",
              i,
              1,
              startNs,
              startNs,
              startNs + milliseconds[i] * MS,
              false,
              TimedWork.NOT_READ,
              TimedWork.NOT_READ,
              TimedWork.NOT_READ,
              TimedWork.Total.UNKNOWN,
              0));
    }
    SlowLimit.mark(timeline, limitNs);
    return timeline.requests().stream().filter(TimedWork::late).count();
  }

  @Test
  void aSlowRequestTookTenMillisecondsAndFiveMedians() {
    assertEquals(1, slow(OptionalLong.empty(), 3, 3, 3, 12, 16));
    assertEquals(2, slow(OptionalLong.of(11 * MS), 3, 3, 3, 12, 16));
    assertEquals(0, slow(OptionalLong.empty(), 3, 3, 3, 12, 15), "five medians and no more");
    assertEquals(1, slow(OptionalLong.empty(), 1, 1, 1, 9, 10), "ten are ten already");
  }

  @Test
  void whereOnlySlowOnesAreRecordedAllAreSlow() {
    assertEquals(3, slow(OptionalLong.empty(), 28, 35, 136));
    assertEquals(1, slow(OptionalLong.of(100 * MS), 28, 35, 136));
  }
}
