package dev.jitterlab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.arrivals.ArrivalProcess;
import dev.jitterlab.arrivals.Arrivals;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SearchedRateTest {
  private static final long TENTH_NS = TimeUnit.MILLISECONDS.toNanos(100);

  /** What is sent in each second, to a server that carries 150 requests a second. */
  @Test
  void arrivalsFollowTheLevelsUpAndDown() {
    LevelSearch search = new LevelSearch(10, 1_000);
    LevelJudge judge =
        new LevelJudge() {
          @Override
          public void begin() {}

          @Override
          public boolean isCarried() {
            return search.level() <= 150;
          }
        };
    SearchedRate searched =
        new SearchedRate(new LevelCourse(search, new LevelCourse.Times(0, 1, 1), judge), () -> 0);
    Arrivals sent = ArrivalPlan.changing(ArrivalProcess.CONSTANT, searched.rate(), 1).arrivals();
    List<Integer> seconds = new ArrayList<>();
    List<Long> held = new ArrayList<>();
    long nextNs = sent.nextNs();
    for (int second = 0; second < 10; second++) {
      int count = 0;
      for (int tenth = 0; tenth < 10; tenth++) {
        long nowNs = (10L * second + tenth) * TENTH_NS;
        searched.lookAt(nowNs);
        while (nextNs < nowNs + TENTH_NS) {
          count++;
          nextNs = sent.nextNs();
        }
      }
      seconds.add(count);
      held.add(Math.round(searched.held()));
    }
    assertEquals(List.of(0L, 100L, 0L, 316L, 0L, 178L, 0L, 133L, 0L, 154L), held);
    // A change holds 20 ms after it was seen: the first second of a level has a part of the last.
    assertEquals(List.of(99, 100, 312, 317, 180, 178, 134, 134, 153, 154), seconds);
  }
}
