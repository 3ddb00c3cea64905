package dev.jitterlab.lab.report.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.summary.Comparability.Difference;
import dev.jitterlab.lab.summary.RunHistory;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Simulated histories that somebody looks at after every run. The seeds are fixed. */
class LevelChangesTest {
  private static final int HISTORIES = Integer.getInteger("jitterlab.simulated.trials", 100);
  private static final double LEVEL = 0.05;

  @Test
  void whoLooksAfterEveryRunSeldomSeesAChangeThatIsNone() {
    assertTrue(alarms(24, List.of()) <= LEVEL * HISTORIES);
  }

  /** Three stretches had three times the chance of a false alarm. */
  @Test
  void stretchesBetweenBreaksShareTheLevel() {
    int alarms =
        (int)
            IntStream.range(0, 4 * HISTORIES)
                .filter(seed -> isAlarm(values(24, seed), List.of(8, 16)))
                .count();

    assertTrue(alarms <= LEVEL * 4 * HISTORIES, alarms + " of " + 4 * HISTORIES);
  }

  @Test
  void findsAChangeThatStays() {
    double[] values = values(16, 1);
    for (int run = 9; run < values.length; run++) {
      values[run] *= 1.4;
    }

    List<RunHistory.Change> found = find(values, List.of());

    assertEquals(List.of(9), found.stream().map(RunHistory.Change::run).toList());
  }

  /**
   * Shuffling gives as clear a split of four and four runs in 2 of 70 cases, and of five and five
   * in 2 of 252.
   */
  @Test
  void aClearChangeIsDecidedFromTenRunsOn() {
    assertEquals(List.of(), find(clear(8, 4), List.of()));
    assertEquals(5, find(clear(10, 5), List.of()).getFirst().run());
  }

  private static double[] clear(int runs, int change) {
    return IntStream.range(0, runs)
        .mapToDouble(run -> (run < change ? 1 : 2) * (1 + run % 2 / 1e4))
        .toArray();
  }

  /** As of the share of late ticks: there is no ratio to nothing. */
  @Test
  void aChangeFromZeroHasNoRatio() {
    double[] values = values(16, 1);
    Arrays.fill(values, 0, 8, 0);

    RunHistory.Change found = find(values, List.of()).getFirst();

    assertEquals(8, found.run());
    assertNull(found.ratio());
    assertTrue(found.worse());
  }

  private static int alarms(int runs, List<Integer> breaks) {
    return (int)
        IntStream.range(0, HISTORIES)
            .filter(
                seed ->
                    IntStream.rangeClosed(4, runs)
                        .anyMatch(n -> isAlarm(Arrays.copyOf(values(runs, seed), n), breaks)))
            .count();
  }

  private static boolean isAlarm(double[] values, List<Integer> breaks) {
    return !find(values, breaks).isEmpty();
  }

  private static List<RunHistory.Change> find(double[] values, List<Integer> breaks) {
    List<RunHistory.Run> runs =
        IntStream.range(0, values.length)
            .mapToObj(
                run ->
                    new RunHistory.Run(
                        "run-" + run,
                        run,
                        "valid",
                        breaks.contains(run)
                            ? List.of(new Difference("the CPU", "a", "b", true))
                            : List.of()))
            .toList();
    List<RunHistory.Point> points =
        IntStream.range(0, values.length)
            .mapToObj(run -> new RunHistory.Point(values[run], null, null, 5, null))
            .toList();
    return new LevelChanges(runs, points, false, LEVEL, (_, _) -> false).find();
  }

  private static double[] values(int runs, int seed) {
    SplittableRandom random = new SplittableRandom(20_261_122L + 7919L * seed);
    return IntStream.range(0, runs)
        .mapToDouble(_ -> Math.exp(0.05 * random.nextGaussian()))
        .toArray();
  }
}
