package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.collect.LoadDeviation;
import dev.jitterlab.lab.collect.PlannedLoad;
import dev.jitterlab.lab.collect.SampleSpool;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.run.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks 1 and 3 are those of the first group, which the machine cannot run; 1 was begun. */
class UnequalLoadTest {
  private static final List<BlockTimes> FINISHED =
      List.of(
          new BlockTimes(1, null, null, null, 5.0, null),
          new BlockTimes(2, 8.0, 10.0, 20.0, 21.0, null),
          new BlockTimes(4, 28.0, 30.0, 40.0, 41.0, null));

  @TempDir private Path folder;
  private final Plan plan = ScriptedPlans.alternatingUnderLoad("unavailable", "good", 2);

  private Optional<Integer> unequal(double planned, Plan ran) throws IOException {
    return unequal(
        ran, sample(2, 10, 0), sample(2, 20, 100), sample(4, 30, 0), sample(4, 40, planned));
  }

  private Optional<Integer> unequal(Plan ran, Sample... samples) throws IOException {
    RunDirectory directory = new RunDirectory(folder);
    try (SampleSpool spool = new SampleSpool(directory)) {
      spool.offer(List.of(samples));
    }
    try (SamplesReader reader = SamplesReader.open(directory).orElseThrow()) {
      return UnequalLoad.find(reader, ran, FINISHED).map(found -> found.block().number());
    }
  }

  private static Sample sample(int block, double at, double planned) {
    return sample(block, at, PlannedLoad.REQUESTS, planned);
  }

  private static Sample seconds(int block, double at, double passed) {
    return sample(block, at, "jitterlab_load_planned_seconds_total", passed);
  }

  private static Sample sample(int block, double at, String metric, double value) {
    String labels = LoadDeviation.labels("second/" + block / 2);
    return new Sample(at, "load/" + block, metric, labels, value);
  }

  @Test
  void passesOverTheBlocksOfASkippedGroup() throws IOException {
    assertEquals(Optional.of(2), unequal(200, plan.without(Set.of("first"))));
  }

  @Test
  void passesOverABlockInWhichNothingWasMeasured() throws IOException {
    assertEquals(Optional.of(2), unequal(200, plan));
  }

  @Test
  void findsNoneIfTheGroupsThatAreLeftGotTheSame() throws IOException {
    assertEquals(Optional.empty(), unequal(101, plan.without(Set.of("first"))));
  }

  /** Of 105 the 110 are off by a twenty-first; of 106 the 112 are by a seventeenth. */
  @Test
  void aTwentiethOffTheMeanIsAllowed() throws IOException {
    assertEquals(Optional.empty(), unequal(110, plan.without(Set.of("first"))));
    assertEquals(Optional.of(2), unequal(112, plan.without(Set.of("first"))));
  }

  /** At a cold start the first scrape was answered 1.1 s late, and 12 requests were due by then. */
  @Test
  void aLateAnswerToTheScrapeTakesNothingAway() throws IOException {
    Optional<Integer> found =
        unequal(
            plan.without(Set.of("first")),
            sample(2, 10, 0),
            seconds(2, 10, 0.1),
            sample(2, 20, 100),
            seconds(2, 20, 10.1),
            sample(4, 30, 12),
            seconds(4, 30, 1.2),
            sample(4, 40, 101),
            seconds(4, 40, 10.1));

    assertEquals(Optional.empty(), found);
  }

  /** At one request in two seconds it is a fifth of ten seconds' load. */
  @Test
  void oneRequestMoreOrLessSaysNothing() throws IOException {
    Plan ran = plan.without(Set.of("first"));

    assertEquals(
        Optional.empty(),
        unequal(ran, sample(2, 10, 0), sample(2, 20, 6), sample(4, 30, 0), sample(4, 40, 4)));
    assertEquals(
        Optional.of(2),
        unequal(ran, sample(2, 10, 0), sample(2, 20, 7), sample(4, 30, 0), sample(4, 40, 4)));
  }
}
