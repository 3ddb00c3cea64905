package dev.jitterlab.bench.http;

import dev.jitterlab.bench.BenchRecord;
import dev.jitterlab.bench.MedianInterval;
import dev.jitterlab.lab.campaign.KeptRun.Comparison;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is kept of a bench of HTTP load: one line of {@code docs/measurements/bench-http.jsonl}. A
 * metric is a part and a figure, such as {@code half-load.p99}; a group is a generator; times are
 * in seconds. Stateless.
 */
public final class HttpBenchRecord {
  /** How its record is named. */
  public static final String NAME = "bench-http";

  private HttpBenchRecord() {}

  /** Benches of another server or other numbers of connections answer other questions. */
  private static String content(HttpBenchResult result) {
    return result.setting().server()
        + (result.setting().pinned() ? "-pinned-" : "-free-")
        + result.connections();
  }

  /** The record. */
  public static BenchRecord of(HttpBenchResult result) {
    List<Comparison> comparisons = new ArrayList<>();
    Map<String, Map<String, List<Double>>> values = new LinkedHashMap<>();
    for (HttpBenchResult.Row row : result.rows()) {
      Map<String, List<Double>> own =
          values.computeIfAbsent(row.generator(), _ -> new LinkedHashMap<>());
      put(own, row, "per-core", row.perCore());
      put(own, row, "p50", row.p50());
      put(own, row, "p99", row.p99());
      add(comparisons, row, "per-core", row.perCoreRatio());
      add(comparisons, row, "p50", row.p50Ratio());
      add(comparisons, row, "p99", row.p99Ratio());
    }
    return new BenchRecord(
        NAME, content(result), result.environment(), Map.of(), comparisons, values);
  }

  private static void put(
      Map<String, List<Double>> own, HttpBenchResult.Row row, String figure, Double value) {
    if (value != null) {
      own.put(row.part() + "." + figure, List.of(BenchRecord.rounded(value)));
    }
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
            BenchRecord.rounded(ratio.median()),
            BenchRecord.rounded(ratio.low()),
            BenchRecord.rounded(ratio.high()),
            null,
            ratio.low() > 1
                ? Comparison.HIGHER
                : ratio.high() < 1 ? Comparison.LOWER : Comparison.UNDECIDED));
  }
}
