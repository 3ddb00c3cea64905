package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which worker gets a new task. */
class LeastLoadedWorkerTest extends PartitionWorkerFixture {
  @Test
  void givesANewTaskToTheWorkerWithTheLeastToDo() {
    assertSame(a, PartitionedScheduler.leastLoaded(List.of(a, b)));
    start(a, "t", 20, tick -> clock.advance(MS));
    assertSame(b, PartitionedScheduler.leastLoaded(List.of(a, b)));
    start(b, "u", 30, tick -> clock.advance(100_000));
    assertSame(a, PartitionedScheduler.leastLoaded(List.of(a, b)));
    stepUntilLogged(a, 1);
    stepUntilLogged(b, 2);
    assertSame(b, PartitionedScheduler.leastLoaded(List.of(a, b)), "30 short ones a second");
  }

  @Test
  void givesNoTaskToAWorkerThatHasEnded() {
    start(b, "t", 20, tick -> {});
    a.end();
    assertSame(b, PartitionedScheduler.leastLoaded(List.of(a, b)));
    b.end();
    assertSame(null, PartitionedScheduler.leastLoaded(List.of(a, b)));
  }
}
