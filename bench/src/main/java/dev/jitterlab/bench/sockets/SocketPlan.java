package dev.jitterlab.bench.sockets;

import dev.jitterlab.bench.KnownNames;
import dev.jitterlab.bench.RoundOrder;
import dev.jitterlab.lab.LabException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a bench of sockets will do. In every round, each test of each placement is measured once
 * with every contender, in an order drawn anew. Immutable.
 *
 * @param choice what the user asked for
 * @param contenders the control first
 * @param rounds how often everything runs
 */
record SocketPlan(
    SocketBenchChoice choice,
    List<PeerPlacement> placements,
    List<SocketTest> tests,
    List<SocketContender> contenders,
    int rounds) {
  private static final double QUICK_SECONDS = 345;
  private static final double FULL_SECONDS = 1_200;
  private static final int LEAST_DEFAULT_ROUNDS = 3;
  private static final int MOST_DEFAULT_ROUNDS = 10;
  private static final double JAVA_OVERHEAD_SECONDS = 1.3;
  private static final double C_OVERHEAD_SECONDS = 0.2;
  private static final double COUNTING_SECONDS = 4;

  /**
   * Plans what was asked for.
   *
   * @param cpus how many the lab may use
   * @throws LabException if a name is unknown, or cannot be had on this machine
   */
  static SocketPlan of(SocketBenchChoice choice, int cpus) {
    List<SocketTest> tests =
        choice.tests().isEmpty()
            ? SocketTest.ALL.stream().filter(one -> choice.moreSizes() || one.ofPaper()).toList()
            : KnownNames.chosen(choice.tests(), SocketTest.ALL, SocketTest::name, "--tests");
    List<PeerPlacement> placements = placements(choice, cpus);
    List<SocketContender> contenders = contenders(choice);
    SocketPlan once = new SocketPlan(choice, placements, tests, contenders, 1);
    double allowed = choice.full() ? FULL_SECONDS : QUICK_SECONDS;
    int fitting = (int) ((allowed - once.countingSeconds()) / once.roundSeconds());
    int rounds =
        choice.rounds().orElse(Math.clamp(fitting, LEAST_DEFAULT_ROUNDS, MOST_DEFAULT_ROUNDS));
    return new SocketPlan(choice, placements, tests, contenders, rounds);
  }

  private static List<PeerPlacement> placements(SocketBenchChoice choice, int cpus) {
    if (choice.placements().isEmpty()) {
      if (cpus < 2) {
        return List.of(PeerPlacement.FREE);
      }
      return choice.full()
          ? List.of(PeerPlacement.APART, PeerPlacement.FREE)
          : List.of(PeerPlacement.APART);
    }
    List<PeerPlacement> asked =
        KnownNames.chosen(
            choice.placements(),
            List.of(PeerPlacement.values()),
            PeerPlacement::word,
            "--placements");
    if (asked.contains(PeerPlacement.APART) && cpus < 2) {
      throw LabException.failed(
          "--placements",
          "apart needs two CPUs, and Jitterlab may use one",
          "Choose together or free, or give Jitterlab a second CPU.");
    }
    return asked;
  }

  /** The control always runs: without it there is no ratio. */
  private static List<SocketContender> contenders(SocketBenchChoice choice) {
    List<SocketContender> all = SocketContender.ALL;
    if (choice.transports().isEmpty()) {
      return all.stream()
          .filter(one -> one.isDetail() ? choice.details() : choice.full() || one.isQuick())
          .toList();
    }
    List<SocketContender> asked =
        KnownNames.chosen(choice.transports(), all, SocketContender::name, "--transports");
    return all.stream()
        .filter(
            one -> one.isControl() || asked.contains(one) || (choice.details() && one.isDetail()))
        .toList();
  }

  /** The cells of a round, in the order in which they run. */
  List<SocketCell> cells(int round, Path root) {
    List<SocketCell> cells = new ArrayList<>();
    for (PeerPlacement placement : placements) {
      for (SocketTest test : tests) {
        int place = placements.indexOf(placement) * tests.size() + tests.indexOf(test);
        for (SocketContender contender : RoundOrder.of(of(test), choice.seed(), round, place)) {
          Path folder =
              root.resolve(placement.word())
                  .resolve(test.name())
                  .resolve(Integer.toString(round))
                  .resolve(contender.name());
          cells.add(new SocketCell(placement, test, contender, round, folder));
        }
      }
    }
    return cells;
  }

  private List<SocketContender> of(SocketTest test) {
    return contenders.stream().filter(one -> one.appliesTo(test)).toList();
  }

  /**
   * Where system calls are counted: once each, unpinned; the control's second turn adds nothing.
   */
  List<SocketCell> counted(Path root) {
    if (!choice.systemCalls()) {
      return List.of();
    }
    return tests.stream()
        .flatMap(
            test ->
                of(test).stream()
                    .filter(one -> !one.name().equals(SocketContender.CONTROL_AGAIN))
                    .map(
                        one ->
                            new SocketCell(
                                PeerPlacement.FREE,
                                test,
                                one,
                                0,
                                root.resolve("system-calls")
                                    .resolve(test.name())
                                    .resolve(one.name()))))
        .toList();
  }

  /** How long all of it will take. */
  double estimateSeconds() {
    return rounds * roundSeconds() + countingSeconds();
  }

  private double countingSeconds() {
    return counted(Path.of("")).size() * countedSeconds();
  }

  private double roundSeconds() {
    return cells(1, Path.of("")).stream().mapToDouble(this::seconds).sum();
  }

  /** How long a measured cell takes. */
  double seconds(SocketCell cell) {
    double overhead = cell.contender().isC() ? C_OVERHEAD_SECONDS : JAVA_OVERHEAD_SECONDS;
    return (choice.warmupMs() + choice.millis()) / 1e3 + overhead;
  }

  /** How long a counted one takes. */
  static double countedSeconds() {
    return 2 * COUNTING_SECONDS;
  }
}
