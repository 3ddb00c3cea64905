package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.statistics.LookCorrection;
import dev.jitterlab.lab.ticks.Distribution;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** The verdict on a run directory, or on figures of instances that were never measured. */
final class VerdictFixture {
  static final String RATIO = "\\(ratio [0-9.]+, 95 % interval [0-9.]+ to [0-9.]+\\)";

  private VerdictFixture() {}

  static void assertMatches(String pattern, RunDirectoryFixture fixture) {
    String verdict = verdict(fixture);
    assertTrue(verdict.matches(pattern), verdict);
  }

  static String verdict(RunDirectoryFixture fixture) {
    return new SummaryBuilder(fixture.write()).build().verdict();
  }

  static TrialOutcome outcome(Metric metric, Map<String, ? extends List<?>> groups) {
    return new Verdict(metric, contest(metric, groups), "a", Optional.empty(), Verdict.LEVEL)
        .of(groups.keySet().stream().sorted().toList(), Optional.empty(), List.of());
  }

  static Contest contest(Metric metric, Map<String, ? extends List<?>> groups) {
    Map<String, List<InstanceFigures>> instances = new TreeMap<>();
    groups.forEach(
        (group, readings) ->
            instances.put(
                group,
                IntStream.range(0, readings.size())
                    .mapToObj(
                        i ->
                            new InstanceFigures(
                                group + "/" + (i + 1), Map.of(metric, readings.get(i))))
                    .toList()));
    return new Contest(true, 42, instances, LookCorrection.NONE);
  }

  static Distribution pauses(long ns) {
    Histogram pauses = new Histogram(3);
    pauses.recordValueWithCount(ns, 100);
    return Distribution.of(pauses);
  }
}
