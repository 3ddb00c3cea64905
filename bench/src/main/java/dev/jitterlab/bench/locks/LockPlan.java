package dev.jitterlab.bench.locks;

import dev.jitterlab.bench.RoundOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * What a bench of locks will do: in every round every lock in every case once, each in a JVM of its
 * own, in an order drawn anew. Immutable.
 *
 * @param cases threads and sections
 * @param locks the unfair ReentrantLock first: the others are compared with it
 */
record LockPlan(List<Case> cases, List<Lock> locks, int rounds, double seconds, long seed) {
  private static final List<Integer> THREADS = List.of(2, 4, 16, 64);
  private static final List<Integer> SECTIONS_NS = List.of(100, 1_000, 10_000);
  private static final List<Integer> BARGES = List.of(1, 16, 64, 256, 4096);
  private static final List<Integer> QUICK_THREADS = List.of(4, 16);
  private static final List<Integer> QUICK_SECTIONS_NS = List.of(1_000);

  /** The largest k that the adaptive lock may choose. */
  private static final int MOST_BARGES = 1_024;

  private static final double DEFAULT_SECONDS = 570;
  private static final double QUICK_SECONDS = 60;
  private static final int MOST_DEFAULT_ROUNDS = 10;

  /** To start a JVM, and to find out how many steps a section has. */
  private static final double START_SECONDS = 0.75;

  static final double WARMUP_SECONDS = 0.3;

  /**
   * Who competes.
   *
   * @param sectionNs CPU time while the lock is held; each thread works as long outside
   */
  record Case(int threads, int sectionNs) {}

  /**
   * A lock.
   *
   * @param name in results, such as {@code bounded-16}
   * @param kind as the program knows it
   * @param barges k, where it has a bound
   */
  record Lock(String name, String kind, OptionalInt barges) {
    static final Lock UNFAIR = new Lock("unfair", "UNFAIR", OptionalInt.empty());

    static Lock bounded(int barges) {
      return new Lock("bounded-" + barges, "BOUNDED", OptionalInt.of(barges));
    }

    static Lock adaptive(int most) {
      return new Lock("adaptive", "ADAPTIVE", OptionalInt.of(most));
    }
  }

  /** What one JVM measures. */
  record Cell(Case where, Lock lock) {
    /** Unlike any other of the plan; also the name of a folder. */
    String id() {
      return where.threads() + "-threads-" + where.sectionNs() + "-ns/" + lock.name();
    }

    /** The program's arguments. */
    List<String> arguments(double seconds) {
      List<String> arguments = new ArrayList<>();
      arguments.add("--lock=" + lock.kind());
      arguments.add("--threads=" + where.threads());
      arguments.add("--section-ns=" + where.sectionNs());
      arguments.add("--outside-ns=" + where.sectionNs());
      lock.barges().ifPresent(k -> arguments.add("--barges=" + k));
      arguments.add("--warmup-ms=" + Math.round(WARMUP_SECONDS * 1e3));
      arguments.add("--measured-ms=" + Math.round(seconds * 1e3));
      return arguments;
    }
  }

  /** Plans what was asked for. */
  static LockPlan of(LockChoice choice) {
    List<Integer> threads = chosen(choice.threads(), choice.quick() ? QUICK_THREADS : THREADS);
    List<Integer> sections =
        chosen(choice.sectionsNs(), choice.quick() ? QUICK_SECTIONS_NS : SECTIONS_NS);
    List<Case> cases = new ArrayList<>();
    threads.forEach(count -> sections.forEach(ns -> cases.add(new Case(count, ns))));
    List<Lock> locks = new ArrayList<>();
    locks.add(Lock.UNFAIR);
    locks.add(new Lock("fair", "FAIR", OptionalInt.empty()));
    chosen(choice.barges(), BARGES).forEach(k -> locks.add(Lock.bounded(k)));
    locks.add(Lock.adaptive(MOST_BARGES));
    LockPlan one = new LockPlan(cases, locks, 1, choice.seconds(), choice.seed());
    int fitting =
        (int) ((choice.quick() ? QUICK_SECONDS : DEFAULT_SECONDS) / one.estimateSeconds());
    return new LockPlan(
        cases,
        locks,
        choice.rounds().orElse(Math.clamp(fitting, 2, MOST_DEFAULT_ROUNDS)),
        choice.seconds(),
        choice.seed());
  }

  private static List<Integer> chosen(List<Integer> asked, List<Integer> otherwise) {
    return asked.isEmpty() ? otherwise : asked.stream().distinct().sorted().toList();
  }

  /** The cells in the order in which they run in that round. */
  List<Cell> cells(int round) {
    List<Cell> cells = new ArrayList<>();
    cases.forEach(where -> locks.forEach(lock -> cells.add(new Cell(where, lock))));
    return RoundOrder.of(cells, seed, round);
  }

  /** How long it will take. */
  double estimateSeconds() {
    return rounds * cases.size() * locks.size() * cellSeconds();
  }

  /** How long one measurement takes. */
  double cellSeconds() {
    return START_SECONDS + WARMUP_SECONDS + seconds;
  }
}
