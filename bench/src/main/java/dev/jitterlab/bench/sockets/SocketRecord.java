package dev.jitterlab.bench.sockets;

import dev.jitterlab.bench.BenchRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is kept of a bench of sockets for the ledger of claims. A group is a contender in a
 * placement, such as {@code blocking-apart}. A metric is a test with its scaled throughput of each
 * round, such as {@code TCP_RR_1}; {@link #FOUR_TESTS} is the geometric mean of the paper's four in
 * each round; {@code TCP_RR_1_calls} is the system calls of an exchange, where they were counted.
 * Stateless.
 */
public final class SocketRecord {
  /** How questions of the ledger name the bench. */
  public static final String NAME = "bench-sockets";

  /** The paper's figure of merit. */
  public static final String FOUR_TESTS = "four_tests";

  private static final String CALLS = "_calls";

  private SocketRecord() {}

  /** The record. */
  public static BenchRecord of(SocketBenchResult result) {
    Map<String, Map<String, List<Double>>> values = new LinkedHashMap<>();
    for (SocketBenchResult.Row row : result.rows()) {
      Map<String, List<Double>> ofGroup =
          values.computeIfAbsent(
              group(row.contender(), row.placement()), _ -> new LinkedHashMap<>());
      ofGroup.put(row.test(), row.scaledByRound().stream().map(BenchRecord::rounded).toList());
      if (row.systemCalls() != null) {
        ofGroup.put(row.test() + CALLS, List.of(BenchRecord.rounded(row.systemCalls().sum())));
      }
    }
    values
        .values()
        .forEach(ofGroup -> fourTests(ofGroup).ifPresent(means -> ofGroup.put(FOUR_TESTS, means)));
    return new BenchRecord(
        NAME, content(result), result.environment(), Map.of(), List.of(), values);
  }

  /** How long, and by how many at once: what each contender must have in common with the others. */
  private static String content(SocketBenchResult result) {
    return BenchRecord.fingerprint(
        result.sessions() + " " + result.warmupSeconds() + " " + result.measuredSeconds());
  }

  /** Empty where a test is missing, or a round of one. */
  private static Optional<List<Double>> fourTests(Map<String, List<Double>> ofGroup) {
    List<List<Double>> four =
        SocketTest.ALL.stream()
            .filter(SocketTest::ofPaper)
            .map(test -> ofGroup.getOrDefault(test.name(), List.of()))
            .toList();
    if (four.stream().map(List::size).distinct().count() != 1) {
      return Optional.empty();
    }
    List<Double> means = new ArrayList<>();
    for (int round = 0; round < four.getFirst().size(); round++) {
      double logs = 0;
      for (List<Double> test : four) {
        logs += Math.log(test.get(round));
      }
      means.add(BenchRecord.rounded(Math.exp(logs / four.size())));
    }
    return means.isEmpty() ? Optional.empty() : Optional.of(means);
  }

  /** How the ledger names a contender in a placement. */
  static String group(String contender, String placement) {
    return contender + "-" + placement;
  }

  /** All groups that a bench can have. */
  public static List<String> groups() {
    return SocketContender.ALL.stream()
        .flatMap(
            contender ->
                Stream.of(PeerPlacement.values())
                    .map(placement -> group(contender.name(), placement.word())))
        .toList();
  }

  /** All metrics that a bench can have. */
  public static List<String> metrics() {
    return Stream.concat(
            Stream.of(FOUR_TESTS),
            SocketTest.ALL.stream().flatMap(one -> Stream.of(one.name(), one.name() + CALLS)))
        .toList();
  }
}
