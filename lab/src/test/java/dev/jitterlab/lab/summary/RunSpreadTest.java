package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.ResponseLogFixture;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.statistics.SpreadParts;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunSpreadTest {
  @TempDir private Path folder;

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(folder.resolve("run")).inBlocks();
  }

  @Test
  void dividesTheSpreadOfTicks() {
    RunSpread spread = RunSpread.of(fixture().write());

    assertEquals("tick_drift_seconds.p99", spread.metric());
    assertEquals(5, spread.rounds());
    assertTrue(spread.together() && spread.parts().ofAnInstance() > 0, spread::toString);
  }

  /** Its parts are of logarithms, so the unit of the times does not matter. */
  @Test
  void dividesTenTimesTheTimesIntoTheSameParts() {
    SpreadParts parts = RunSpread.of(fixture().write()).parts();
    SpreadParts tenfold =
        RunSpread.of(fixture().drift("thread-per-task", 10e6).drift("scheduled-pool", 1e6).write())
            .parts();

    assertEquals(1, tenfold.within() / parts.within(), 0.01);
    assertEquals(1, tenfold.ofAnInstance() / parts.ofAnInstance(), 0.01);
  }

  @Test
  void aSliceTakesThreeSecondsOrMoreAndThereAreEightAtMost() {
    assertEquals(3, RunSpread.of(fixture().durationSeconds(10).write()).parts().slices());
    RunSpread longer = RunSpread.of(fixture().instances(2).durationSeconds(60).write());
    assertEquals(8, longer.parts().slices());
  }

  /** A server that is not ours has no ticks: its load knows how long its answers took. */
  @Test
  void dividesTheSpreadOfResponseTimes() {
    RunSpread spread =
        RunSpread.of(
            fixture()
                .withoutTicks()
                .primaryMetric("response_seconds.p90")
                .responses(ResponseLogFixture.OPEN)
                .write());

    assertEquals("response_seconds.p90", spread.metric());
    assertEquals(5, spread.rounds());
    assertEquals(2, spread.groups());
  }

  @Test
  void saysWhatItTakes() {
    LabException refused =
        assertThrows(LabException.class, () -> RunSpread.of(fixture().withoutTicks().write()));

    assertTrue(refused.problems().getFirst().remedy().contains("response times"));
  }
}
