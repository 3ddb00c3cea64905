package dev.jitterlab.bench.http;

import dev.jitterlab.bench.BenchRecord;
import dev.jitterlab.bench.MedianInterval;
import dev.jitterlab.lab.campaign.KeptRun.Comparison;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What is kept of a bench of HTTP load: one line of {@code docs/measurements/bench-http.jsonl}. A
 * metric is a part and a figure, such as {@code half-load.p99}; a group is a generator; times are
 * in seconds. Older records have the median of the rounds as their only figure. Stateless.
 */
public final class HttpBenchRecord {
  /** How its record is named. */
  public static final String NAME = "bench-http";

  private HttpBenchRecord() {}

  /**
   * Benches of another server, other numbers of connections or a rate of the user's answer other
   * questions. Half of what a machine carries is one question at any figure.
   */
  private static String content(HttpBenchResult result, OptionalInt rate) {
    return result.setting().server()
        + (result.setting().pinned() ? "-pinned-" : "-free-")
        + result.connections()
        + (rate.isPresent() ? "-rate-" + rate.getAsInt() : "");
  }

  /**
   * The record.
   *
   * @param rate that the user asked for in the second part; empty for half of what the slowest
   *     generator carries
   */
  public static BenchRecord of(HttpBenchResult result, OptionalInt rate) {
    List<Comparison> comparisons = new ArrayList<>();
    Map<String, Map<String, List<Double>>> values = new LinkedHashMap<>();
    for (HttpBenchResult.Row row : result.rows()) {
      Map<String, List<Double>> own =
          values.computeIfAbsent(row.generator(), _ -> new LinkedHashMap<>());
      row.byRound()
          .forEach(
              (figure, rounds) ->
                  own.put(
                      row.part() + "." + figure,
                      rounds.stream().map(BenchRecord::rounded).toList()));
      add(comparisons, row, "per-core", row.perCoreRatio());
      add(comparisons, row, "p50", row.p50Ratio());
      add(comparisons, row, "p99", row.p99Ratio());
    }
    return new BenchRecord(
        NAME, content(result, rate), result.environment(), Map.of(), comparisons, values);
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
