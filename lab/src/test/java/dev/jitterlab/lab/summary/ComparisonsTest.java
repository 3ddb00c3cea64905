package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.metric.ScrapedMetric;
import dev.jitterlab.lab.metric.ScrapedMetric.Better;
import dev.jitterlab.lab.metric.ScrapedMetric.Reading;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.statistics.LookCorrection;
import dev.jitterlab.lab.summary.Summary.Comparison;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The run is real; what its groups have of the metrics is given here, for six rounds. */
class ComparisonsTest {
  private static final String BASELINE = "thread-per-task";
  private static final String AGAIN = "thread-per-task-again";
  private static final String GROUP = "scheduled-pool";
  private static final String PRIMARY = "cpu_load";
  private static final double[] ONE = {1, 1, 1, 1, 1, 1};
  private static final double[] TWICE = {2, 2.02, 1.98, 2.01, 1.99, 2};
  private static final double[] HALF = {0.5, 0.51, 0.49, 0.5, 0.505, 0.495};

  /** By itself its p-value is 0.041. */
  private static final double[] PERHAPS_MORE = {1.25, 1, 1.1, 1.2, 1, 1.1};

  @TempDir private Path root;

  private MeasuredRun run() {
    return MeasuredRun.read(
        new RunDirectoryFixture(root)
            .inBlocks()
            .calibration(AGAIN, 1_000_000)
            .primaryMetric(PRIMARY)
            .metrics(
                new OwnMetrics(List.of(metric("perhaps"), metric("more"), metric("less")), null))
            .write());
  }

  private static ScrapedMetric metric(String name) {
    return new ScrapedMetric(
        name, Reading.MEAN, "jitterlab_battles", null, null, Unit.NUMBER, Better.LOWER);
  }

  private static List<Comparison> comparisons(
      MeasuredRun run, Map<String, Map<String, double[]>> figures) {
    Map<String, List<InstanceFigures>> groups = new HashMap<>();
    figures.forEach((group, byMetric) -> groups.put(group, instances(run, group, byMetric)));
    Contest contest = new Contest(true, 42, groups, LookCorrection.NONE);
    Decisions decisions =
        new Decisions(
            run.primary(),
            contest,
            List.of(BASELINE, GROUP),
            BASELINE,
            Optional.empty(),
            Verdict.LEVEL);
    return Comparisons.of(run, contest, decisions);
  }

  private static List<InstanceFigures> instances(
      MeasuredRun run, String group, Map<String, double[]> byMetric) {
    List<InstanceFigures> instances = new ArrayList<>();
    for (int round = 0; round < ONE.length; round++) {
      Map<Metric, Object> readings = new HashMap<>();
      for (Map.Entry<String, double[]> figures : byMetric.entrySet()) {
        readings.put(run.metrics().find(figures.getKey()).orElseThrow(), figures.getValue()[round]);
      }
      instances.add(new InstanceFigures(group + "/" + (round + 1), readings));
    }
    return instances;
  }

  private static Comparison comparison(List<Comparison> all, String metric, String group) {
    return all.stream()
        .filter(one -> one.metric().equals(metric) && one.group().equals(group))
        .findFirst()
        .orElseThrow();
  }

  /** With all metrics of a run in the family, one of them is soon below the level by chance. */
  @Test
  void whatExplainsIsCorrectedForTheNumberOfMetrics() {
    List<Comparison> all =
        comparisons(
            run(),
            Map.of(
                BASELINE,
                Map.of(PRIMARY, ONE, "perhaps", ONE, "more", ONE, "less", ONE),
                GROUP,
                Map.of(PRIMARY, TWICE, "perhaps", PERHAPS_MORE, "more", TWICE, "less", HALF)));
    Comparison perhaps = comparison(all, "perhaps", GROUP);

    assertEquals(0.041, perhaps.p(), 0.001);
    assertEquals(Comparison.UNDECIDED, perhaps.decision());
    assertEquals(Comparison.HIGHER, comparison(all, "more", GROUP).decision());
    assertEquals(Comparison.LOWER, comparison(all, "less", GROUP).decision());
    assertEquals(Comparisons.SECONDARY, perhaps.family());
  }

  /** There is one such comparison each, with a level of its own. */
  @Test
  void theVerdictsMetricAndTheBaselineAgainstItselfAreNotCorrectedForTheOthers() {
    List<Comparison> all =
        comparisons(
            run(),
            Map.of(
                BASELINE,
                Map.of(PRIMARY, ONE),
                GROUP,
                Map.of(PRIMARY, PERHAPS_MORE),
                AGAIN,
                Map.of(PRIMARY, PERHAPS_MORE)));
    Comparison primary = comparison(all, PRIMARY, GROUP);
    Comparison again = comparison(all, PRIMARY, AGAIN);

    assertEquals(Comparisons.PRIMARY, primary.family());
    assertEquals(Comparison.HIGHER, primary.decision());
    assertEquals(Comparisons.CALIBRATION, again.family());
    assertEquals(Comparison.HIGHER, again.decision());
    assertTrue(
        all.stream()
            .filter(one -> !one.metric().equals(PRIMARY))
            .allMatch(one -> one.family().equals(Comparisons.SECONDARY)));
  }
}
