package dev.jitterlab.bench.idioms;

import dev.jitterlab.bench.BenchJdks;
import dev.jitterlab.bench.RoundOrder;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a bench of idioms will do: in every round, on every JDK, every cell once, each in a JVM of
 * its own, in an order drawn anew. So a slow minute of the machine hits all alike. Immutable.
 *
 * @param idioms without the empty benchmark, which always runs
 * @param jdks oldest first
 * @param rounds how often everything runs
 * @param seconds how long each fork is measured
 * @param seed of the orders
 */
record IdiomsPlan(List<Idiom> idioms, List<Jdk> jdks, int rounds, double seconds, long seed) {
  private static final double DEFAULT_SECONDS = 590;
  private static final double QUICK_SECONDS = 60;
  private static final int MOST_DEFAULT_ROUNDS = 10;
  private static final int LEAST_DEFAULT_ROUNDS = 2;

  /** Starting a fork, and ending it. */
  private static final double FORK_SECONDS = 0.36;

  /** JMH itself, once for each JDK of a round. */
  private static final double HOST_SECONDS = 0.7;

  /** Printing what the JIT made of all, once for each JDK. */
  private static final double SHAPE_SECONDS = 5;

  /** What one fork measures: a way of an idiom, in one case. */
  record Cell(Idiom idiom, int number, Idiom.Way way) {
    /** Unlike any other of the plan. */
    String id() {
      return idiom.caseName(number) + "/" + way.name();
    }

    /** A line for {@code IdiomRounds}. */
    String line(double seconds) {
      return String.join(
          "\t",
          id(),
          way.benchmark(),
          idiom.unit().equals(Idiom.SIZE) ? Integer.toString(number) : "-",
          idiom.unit().equals(Idiom.THREADS) ? Integer.toString(number) : "1",
          Long.toString(Math.round(seconds * 1e3)),
          String.join(" ", way.flags()));
    }
  }

  /**
   * Plans what was asked for with what there is.
   *
   * @param catalog the JDKs of this machine
   * @param running the lab's own
   * @throws LabException if a name is unknown, or a JDK that is named is not there
   */
  static IdiomsPlan of(IdiomsChoice choice, JdkCatalog catalog, Jdk running) {
    List<Idiom> idioms =
        Idiom.named(choice.idioms()).stream()
            .map(idiom -> choice.quick() ? idiom.shortened() : idiom)
            .toList();
    List<Jdk> jdks = jdks(choice, catalog, running);
    IdiomsPlan one = new IdiomsPlan(idioms, jdks, 1, choice.seconds(), choice.seed());
    double allowed = (choice.quick() ? QUICK_SECONDS : DEFAULT_SECONDS) - one.shapeSeconds();
    int fitting = (int) (allowed / one.roundSeconds());
    return new IdiomsPlan(
        idioms,
        jdks,
        choice.rounds().orElse(Math.clamp(fitting, LEAST_DEFAULT_ROUNDS, MOST_DEFAULT_ROUNDS)),
        choice.seconds(),
        choice.seed());
  }

  private static List<Jdk> jdks(IdiomsChoice choice, JdkCatalog catalog, Jdk running) {
    if (choice.quick() && choice.jdks().isEmpty()) {
      return List.of(running);
    }
    List<Jdk> found = BenchJdks.of(choice.jdks(), catalog);
    return found.isEmpty() ? List.of(running) : found;
  }

  /** Every cell of a round on one JDK, in the order of the table; the empty benchmark first. */
  List<Cell> cells() {
    return Stream.concat(Stream.of(Idiom.NOTHING), idioms.stream())
        .flatMap(
            idiom ->
                idiom.cases().stream()
                    .flatMap(
                        number ->
                            idiom.contenders().stream().map(way -> new Cell(idiom, number, way))))
        .toList();
  }

  /** The cells in the order in which they run in that round on that JDK. */
  List<Cell> cells(int round, Jdk jdk) {
    return RoundOrder.of(cells(), seed, round, jdk.feature());
  }

  /** The JDKs in the order of that round. */
  List<Jdk> jdks(int round) {
    return RoundOrder.of(jdks, seed, round);
  }

  /** How long it will take. */
  double estimateSeconds() {
    return rounds * roundSeconds() + shapeSeconds();
  }

  /**
   * A fork warms up for two thirds of the time for which it is measured, and for 0.16 s at least.
   */
  private double roundSeconds() {
    double fork = FORK_SECONDS + Math.max(0.16, seconds * 2 / 3) + seconds;
    return jdks.size() * (HOST_SECONDS + cells().size() * fork);
  }

  private double shapeSeconds() {
    return jdks.size() * SHAPE_SECONDS;
  }
}
