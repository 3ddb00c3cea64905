package dev.jitterlab.bench.http;

import dev.jitterlab.bench.RoundOrder;
import java.nio.file.Path;
import java.util.List;

/**
 * What a bench of HTTP load will do: in every round, each part once with every generator that can
 * load so, in an order drawn anew. Immutable.
 *
 * @param contenders ours first
 * @param warmupSeconds so long ours loads before it is measured: on one core its JIT compilers
 *     compete with it at first
 * @param edgesSeconds so much longer ours is measured: lines of its log are a second long and begin
 *     where they like
 */
record HttpBenchPlan(
    HttpBenchChoice choice,
    List<HttpContender> contenders,
    double warmupSeconds,
    double edgesSeconds) {
  private static final double WARMUP_SECONDS = 5;

  /** Programs that need no compiler get less. */
  static final double OTHERS_WARMUP_SECONDS = 1;

  private static final double EDGES_SECONDS = 2;

  /**
   * How long our generator may wait until its JIT compilers rest: longer than in an experiment,
   * whose warm-up follows. On a slow CPU that they share with it they took 29 to 45 s.
   */
  static final int LONGEST_REHEARSAL_SECONDS = 60;

  /** To start the generator's JVM, with its rehearsal, and to end it. */
  private static final double OWN_OVERHEAD_SECONDS = 35;

  private static final double OVERHEAD_SECONDS = 0.5;

  /** One with the usual times. */
  HttpBenchPlan(HttpBenchChoice choice, List<HttpContender> contenders) {
    this(choice, contenders, WARMUP_SECONDS, EDGES_SECONDS);
  }

  /** The cells of a part of a round, in the order in which they run. */
  List<HttpCell> cells(LoadPart part, int round, Path root) {
    return RoundOrder.of(of(part), choice.seed(), round, part.ordinal()).stream()
        .map(
            one ->
                new HttpCell(
                    part,
                    one,
                    round,
                    root.resolve(part.word())
                        .resolve(Integer.toString(round))
                        .resolve(one.label())))
        .toList();
  }

  /** Those who can load so; ours first. */
  List<HttpContender> of(LoadPart part) {
    return contenders.stream().filter(one -> one.takesPartIn(part)).toList();
  }

  /** How long a cell takes. */
  double seconds(HttpContender contender) {
    return choice.seconds()
        + (contender.isOurs()
            ? warmupSeconds + edgesSeconds + OWN_OVERHEAD_SECONDS
            : OTHERS_WARMUP_SECONDS + OVERHEAD_SECONDS);
  }

  /** How long all of it will take. */
  double estimateSeconds() {
    double round = 0;
    for (LoadPart part : LoadPart.values()) {
      round += of(part).stream().mapToDouble(this::seconds).sum();
    }
    return choice.rounds() * round;
  }
}
