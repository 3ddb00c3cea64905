package dev.jitterlab.bench.idioms;

import static dev.jitterlab.bench.BenchRecord.rounded;

import dev.jitterlab.bench.BenchRecord;
import dev.jitterlab.lab.campaign.KeptRun.Comparison;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is kept of a bench of idioms for the ledger of claims. A metric is a case, such as {@code
 * copy.10}; a group is a way on a JDK, such as {@code inlined-25}; the values are seconds.
 * Stateless.
 */
public final class IdiomsRecord {
  /** How questions of the ledger name the bench. */
  public static final String NAME = "bench-idioms";

  private static final double SURE = 0.05;
  private static final double NS_PER_SECOND = 1e9;

  private IdiomsRecord() {}

  /**
   * Benches of other ways or flags, or of shorter forks, answer other questions. The usual length
   * is left out of the fingerprint, so that older records keep theirs.
   */
  private static String content(double secondsPerFork) {
    String ways = Idiom.ALL.toString();
    return BenchRecord.fingerprint(
        secondsPerFork == IdiomsChoice.SECONDS ? ways : ways + secondsPerFork);
  }

  /** The record. */
  public static BenchRecord of(IdiomsResult result) {
    List<Comparison> comparisons = new ArrayList<>();
    Map<String, Map<String, List<Double>>> values = new LinkedHashMap<>();
    for (IdiomsResult.Row row : result.rows()) {
      Idiom idiom = Idiom.named(List.of(row.idiom())).getFirst();
      String metric = idiom.caseName(row.at());
      String group = group(row.way(), row.jdk());
      values
          .computeIfAbsent(group, _ -> new LinkedHashMap<>())
          .put(metric, row.ns().stream().map(ns -> rounded(ns / NS_PER_SECOND)).toList());
      IdiomsResult.Ratio ratio = row.ratio();
      if (ratio != null && ratio.low() != null) {
        comparisons.add(
            new Comparison(
                metric,
                group,
                group(idiom.baseline().name(), row.jdk()),
                rounded(ratio.ratio()),
                rounded(ratio.low()),
                rounded(ratio.high()),
                rounded(ratio.pHolm()),
                decision(ratio)));
      }
    }
    Map<String, String> jdks = new TreeMap<>();
    result.jdks().forEach((feature, version) -> jdks.put(Integer.toString(feature), version));
    return new BenchRecord(
        NAME, content(result.secondsPerFork()), result.environment(), jdks, comparisons, values);
  }

  /** How the ledger names a way on a JDK. */
  public static String group(String way, int jdk) {
    return way + "-" + jdk;
  }

  private static String decision(IdiomsResult.Ratio ratio) {
    if (ratio.pHolm() >= SURE) {
      return Comparison.UNDECIDED;
    }
    return ratio.ratio() < 1 ? Comparison.LOWER : Comparison.HIGHER;
  }
}
