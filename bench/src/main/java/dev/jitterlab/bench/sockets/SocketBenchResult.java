package dev.jitterlab.bench.sockets;

import dev.jitterlab.bench.MedianInterval;
import dev.jitterlab.lab.run.Environment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What a bench of sockets found out; {@code bench.json}, a public interface.
 *
 * @param rounds how often everything was measured
 * @param sessions exchanges at once
 * @param warmupSeconds before each measured time
 * @param measuredSeconds of each contender in each test, placement and round
 * @param seed of the order in each round
 * @param systemCallsBy what counted system calls; absent where nobody did
 * @param leftOut what failed
 * @param overall a row for each contender and placement that has all of the paper's four tests
 * @param rows one for each contender in each test and placement
 * @param environment the machine
 */
public record SocketBenchResult(
    int rounds,
    int sessions,
    double warmupSeconds,
    double measuredSeconds,
    long seed,
    String systemCallsBy,
    List<Failure> leftOut,
    List<Overall> overall,
    List<Row> rows,
    Environment environment) {

  /**
   * A contender that failed in a test, and did not run there again. Its rows are of the rounds
   * before; without such rounds it has none.
   *
   * @param round in which it failed; 0 if that was when system calls were counted
   */
  public record Failure(String contender, String test, int round, String reason) {}

  /** The system calls of both ends, an exchange. */
  public record Calls(SystemCalls client, SystemCalls server) {
    double sum() {
      return client.sum() + server.sum();
    }
  }

  /**
   * The geometric mean of the four tests' scaled throughput.
   *
   * @param ratioToC of the round's geometric mean to C's in the same round; absent for C itself
   * @param plainRatioToC the same of throughput that is not divided by CPU use
   */
  public record Overall(
      String placement, String contender, MedianInterval ratioToC, MedianInterval plainRatioToC) {}

  /**
   * One contender in one test and placement. Figures are medians of the rounds.
   *
   * @param transport what carried the bytes, read back from the running client
   * @param operationsPerSecond exchanges; of a stream, messages
   * @param clientCpus CPU use of the client, in CPUs
   * @param serverCpus CPU use of the server
   * @param scaledThroughput operations per second ÷ mean CPU use of client and server
   * @param scaledByRound the same of each round, in their order
   * @param ratioToC of scaled throughput, to C's of the same round; absent for C itself
   * @param plainRatioToC of throughput alone
   * @param systemCalls per exchange; absent where they were not counted
   */
  public record Row(
      String placement,
      String test,
      String contender,
      String transport,
      double operationsPerSecond,
      double clientCpus,
      double serverCpus,
      double scaledThroughput,
      List<Double> scaledByRound,
      MedianInterval ratioToC,
      MedianInterval plainRatioToC,
      Calls systemCalls) {}

  static SocketBenchResult of(
      SocketPlan plan,
      Map<SocketCell, SocketFigures> measured,
      Map<SocketCell, Calls> calls,
      List<SocketBench.LeftOutPair> leftOut,
      Environment environment) {
    if (measured.isEmpty()) {
      throw SocketBench.nothing(leftOut);
    }
    Rounds rounds = new Rounds(plan, measured);
    List<Row> rows = new ArrayList<>();
    List<Overall> overall = new ArrayList<>();
    for (PeerPlacement placement : plan.placements()) {
      for (SocketTest test : plan.tests()) {
        for (SocketContender contender : plan.contenders()) {
          List<SocketFigures> own =
              List.copyOf(rounds.byRound(placement, test, contender).values());
          if (!own.isEmpty()) {
            rows.add(row(placement, test, contender, own, rounds, callsOf(calls, test, contender)));
          }
        }
      }
      for (SocketContender contender : plan.contenders()) {
        if (!contender.isControl()) {
          overall(placement, contender, plan, rounds).ifPresent(overall::add);
        }
      }
    }
    return new SocketBenchResult(
        plan.rounds(),
        plan.choice().sessions(),
        plan.choice().warmupMs() / 1e3,
        plan.choice().millis() / 1e3,
        plan.choice().seed(),
        plan.choice().systemCalls() ? "strace -f -c, the difference of two runs" : null,
        leftOut.stream()
            .map(
                one ->
                    new Failure(
                        one.cell().contender().name(),
                        one.cell().test().name(),
                        one.cell().round(),
                        SocketBench.reason(one.problem())))
            .toList(),
        overall,
        rows,
        environment);
  }

  private static Calls callsOf(
      Map<SocketCell, Calls> calls, SocketTest test, SocketContender contender) {
    return calls.entrySet().stream()
        .filter(one -> one.getKey().test().equals(test))
        .filter(one -> one.getKey().contender().equals(contender))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  private static Row row(
      PeerPlacement placement,
      SocketTest test,
      SocketContender contender,
      List<SocketFigures> own,
      Rounds rounds,
      Calls calls) {
    return new Row(
        placement.word(),
        test.name(),
        contender.name(),
        own.getLast().transport(),
        median(own, SocketFigures::throughput),
        median(own, one -> one.clientCpuSeconds() / one.seconds()),
        median(own, one -> one.serverCpuSeconds() / one.seconds()),
        median(own, SocketFigures::scaledThroughput),
        own.stream().map(SocketFigures::scaledThroughput).toList(),
        ratio(placement, test, contender, rounds, SocketFigures::scaledThroughput),
        ratio(placement, test, contender, rounds, SocketFigures::throughput),
        calls);
  }

  private static double median(List<SocketFigures> rounds, ToDoubleFunction<SocketFigures> figure) {
    return MedianInterval.of(rounds.stream().map(figure::applyAsDouble).toList())
        .orElseThrow()
        .median();
  }

  private static MedianInterval ratio(
      PeerPlacement placement,
      SocketTest test,
      SocketContender contender,
      Rounds rounds,
      ToDoubleFunction<SocketFigures> figure) {
    if (contender.isControl()) {
      return null;
    }
    return MedianInterval.of(rounds.ratios(placement, List.of(test), contender, figure))
        .orElse(null);
  }

  private static Optional<Overall> overall(
      PeerPlacement placement, SocketContender contender, SocketPlan plan, Rounds rounds) {
    List<SocketTest> four = SocketTest.ALL.stream().filter(SocketTest::ofPaper).toList();
    if (!plan.tests().containsAll(four)) {
      return Optional.empty();
    }
    return MedianInterval.of(
            rounds.ratios(placement, four, contender, SocketFigures::scaledThroughput))
        .map(
            scaled ->
                new Overall(
                    placement.word(),
                    contender.name(),
                    scaled,
                    MedianInterval.of(
                            rounds.ratios(placement, four, contender, SocketFigures::throughput))
                        .orElseThrow()));
  }

  /** The figures by round. */
  private record Rounds(SocketPlan plan, Map<SocketCell, SocketFigures> measured) {
    /** One a round, in their order; empty if there is none. */
    private Map<Integer, SocketFigures> byRound(
        PeerPlacement placement, SocketTest test, SocketContender contender) {
      Map<Integer, SocketFigures> byRound = new LinkedHashMap<>();
      measured.forEach(
          (cell, figures) -> {
            if (cell.placement() == placement
                && cell.test().equals(test)
                && cell.contender().equals(contender)) {
              byRound.put(cell.round(), figures);
            }
          });
      return byRound;
    }

    /**
     * Of each round that has all of these tests, the geometric mean of the ratios to the control.
     */
    List<Double> ratios(
        PeerPlacement placement,
        List<SocketTest> tests,
        SocketContender contender,
        ToDoubleFunction<SocketFigures> figure) {
      SocketContender control =
          plan.contenders().stream().filter(SocketContender::isControl).findFirst().orElseThrow();
      List<Double> ratios = new ArrayList<>();
      for (int round = 1; round <= plan.rounds(); round++) {
        double logs = 0;
        for (SocketTest test : tests) {
          SocketFigures own = byRound(placement, test, contender).get(round);
          SocketFigures other = byRound(placement, test, control).get(round);
          logs +=
              own == null || other == null
                  ? Double.NaN
                  : Math.log(figure.applyAsDouble(own) / figure.applyAsDouble(other));
        }
        if (Double.isFinite(logs)) {
          ratios.add(Math.exp(logs / tests.size()));
        }
      }
      return ratios;
    }
  }
}
