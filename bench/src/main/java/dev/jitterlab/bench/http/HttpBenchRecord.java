package dev.jitterlab.bench.http;

import dev.jitterlab.bench.MedianInterval;
import dev.jitterlab.lab.campaign.KeptRun;
import dev.jitterlab.lab.campaign.KeptRun.Comparison;
import dev.jitterlab.lab.campaign.KeptRuns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is kept of a bench of HTTP load: one line of {@code docs/measurements/bench-http.jsonl}. A
 * metric is a part and a figure, such as {@code half-load.p99}; a group is a generator; times are
 * in seconds. Stateless.
 */
public final class HttpBenchRecord {
  private static final String NAME = "bench-http";

  private HttpBenchRecord() {}

  /**
   * Appends a record.
   *
   * @param wallSeconds how long the bench took
   */
  public static void keep(
      HttpBenchResult result, Instant startedAt, double wallSeconds, KeptRuns into) {
    into.add(of(result, startedAt, wallSeconds, into.of(NAME, content(result)).size() + 1));
  }

  /** Benches of another server or other numbers of connections answer other questions. */
  static String content(HttpBenchResult result) {
    return result.setting().server()
        + (result.setting().pinned() ? "-pinned-" : "-free-")
        + result.connections();
  }

  static KeptRun of(HttpBenchResult result, Instant startedAt, double wallSeconds, int number) {
    List<Comparison> comparisons = new ArrayList<>();
    Map<String, Map<String, List<Double>>> values = new LinkedHashMap<>();
    for (HttpBenchResult.Row row : result.rows()) {
      Map<String, List<Double>> own =
          values.computeIfAbsent(row.generator(), _ -> new LinkedHashMap<>());
      own.put(row.part() + ".per-core", List.of(rounded(row.perCore())));
      own.put(row.part() + ".p50", List.of(rounded(row.p50())));
      own.put(row.part() + ".p99", List.of(rounded(row.p99())));
      add(comparisons, row, "per-core", row.perCoreRatio());
      add(comparisons, row, "p50", row.p50Ratio());
      add(comparisons, row, "p99", row.p99Ratio());
    }
    return new KeptRun(
        NAME,
        content(result),
        number,
        Instant.ofEpochSecond(startedAt.getEpochSecond()).toString(),
        result.environment().jitterlabCommit(),
        result.environment().cpuModel() + ", " + result.environment().cores() + " cores",
        result.environment().kernel(),
        Map.of(),
        result.environment().loadAverageAtStart(),
        rounded(wallSeconds),
        "valid",
        List.of(),
        null,
        null,
        null,
        comparisons,
        values);
  }

  private static void add(
      List<Comparison> comparisons, HttpBenchResult.Row row, String figure, MedianInterval ratio) {
    if (ratio == null) {
      return;
    }
    comparisons.add(
        new Comparison(
            row.part() + "." + figure,
            row.generator(),
            HttpContender.JITTERLAB.label(),
            rounded(ratio.median()),
            rounded(ratio.low()),
            rounded(ratio.high()),
            null,
            ratio.low() > 1
                ? Comparison.HIGHER
                : ratio.high() < 1 ? Comparison.LOWER : Comparison.UNDECIDED));
  }

  private static double rounded(double value) {
    return Double.parseDouble(String.format(Locale.ROOT, "%.4g", value));
  }
}
