package dev.jitterlab.bench;

import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.ticks.Distribution;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * What a bench found out; {@code bench.json}, a public interface. Times are in seconds.
 *
 * @param rounds how often everything was measured
 * @param secondsPerRound how long every row was measured in each round
 * @param warmupSeconds how old each server was when it began to be measured
 * @param seed of the order in each round, and of the tasks' starts
 * @param notes what was left out, and how to get it
 * @param machineStalls what the machine itself does to threads that want to run all the time; over
 *     the rounds, measured before each
 * @param sessions where the rounds were measured in several sessions, the rows of each
 * @param leftOut what failed, and therefore has no row
 * @param causes why ticks were late, by scenario; empty unless asked for
 * @param rows by scenario, the floor first where there is one, then cyclictest
 * @param environment the machine
 */
public record BenchResult(
    int rounds,
    int secondsPerRound,
    int warmupSeconds,
    long seed,
    List<String> notes,
    SpinGaps machineStalls,
    List<Session> sessions,
    List<Failure> leftOut,
    List<TickCauses> causes,
    List<Row> rows,
    Environment environment) {
  private static final double NS_PER_SECOND = 1e9;

  /**
   * One scheduler in one scenario.
   *
   * @param waiting how it waits for a deadline: {@code park-spin}, {@code sleep} and so on
   * @param policy {@code SCHED_OTHER}, or {@code SCHED_FIFO:<priority>}
   * @param pinned whether each of its threads has a CPU of its own
   * @param compilerNice the nice value of its JVM's compiler threads; absent where it is that of
   *     all others
   * @param zgc whether its ticks allocate, in a JVM with ZGC
   * @param driftSeconds quantiles of all rounds' ticks together
   * @param missed periods whose tick did not start within one period of its schedule, in all rounds
   * @param missRates the parts of their periods that tasks missed: of the task with the fewest, and
   *     the most; absent for a single task in C
   * @param cpuCores CPU time of the process per second
   * @param contextSwitchesPerSecond of all its threads
   * @param threadsPerSecond what its threads are there for to the CPU time that they had and the
   *     time that they waited for a core, per second
   * @param ticks how many the quantiles come from
   * @param executionP50Seconds what a tick itself takes; absent for cyclictest
   * @param driftP99ByRound how far the rounds lie apart
   * @param ratioTo control to this row's quantile ÷ the control's in the same round
   */
  public record Row(
      String scenario,
      String scheduler,
      String waiting,
      String policy,
      boolean pinned,
      Integer compilerNice,
      boolean zgc,
      DriftSeconds driftSeconds,
      long missed,
      MissRates missRates,
      double cpuCores,
      double contextSwitchesPerSecond,
      Map<String, ThreadRole.Time> threadsPerSecond,
      long ticks,
      Double executionP50Seconds,
      Spread driftP99ByRound,
      Map<String, Ratios> ratioTo) {}

  /**
   * The rounds that were measured in one go.
   *
   * @param startedAt UTC
   * @param jitterlabCommit null outside a checkout
   * @param loadAverageAtStart over one minute, before anything was started
   * @param rows as those of all rounds
   */
  public record Session(
      String startedAt,
      int rounds,
      String jitterlabCommit,
      Double loadAverageAtStart,
      SpinGaps machineStalls,
      List<Row> rows) {}

  /**
   * A scheduler whose process failed in a scenario; there it is left out of all rounds.
   *
   * @param contender the scheduler, with its way of waiting and its policy where there are several
   * @param round in which it failed
   * @param reason one sentence
   * @param details the process's last lines; may be empty
   */
  public record Failure(
      String scenario, String contender, int round, String reason, String details) {
    private static Failure of(LeftOut one) {
      return new Failure(
          one.cell().scenario().name(),
          one.cell().contender().name(),
          one.cell().round(),
          one.problem().what(),
          one.problem().details());
    }
  }

  /** Quantiles of start − perfect schedule. */
  public record DriftSeconds(double p50, double p90, double p99, double p999, double max) {}

  /** How fairly the tasks shared what was missed: medians over the rounds. */
  public record MissRates(double lowest, double highest) {}

  /**
   * A figure over the rounds.
   *
   * @param highest absent where a ratio has no upper bound, since the control had no drift at all
   * @param low the lower end of the median's 95 % interval; absent with fewer than six rounds,
   *     which say too little
   * @param high the upper end of it; absent, too, where it has none
   */
  public record Spread(double median, double lowest, Double highest, Double low, Double high) {
    static Spread of(List<Double> values) {
      MedianInterval interval = MedianInterval.of(values).orElseThrow();
      boolean isSure = interval.confidence() >= 0.95;
      return new Spread(
          interval.median(),
          Collections.min(values),
          finite(Collections.max(values)),
          isSure ? finite(interval.low()) : null,
          isSure ? finite(interval.high()) : null);
    }

    private static Double finite(double value) {
      return Double.isFinite(value) ? value : null;
    }
  }

  /**
   * How many times as late as the control. A round in which the control had no drift at all has a
   * ratio above all others: without it, those would count alone in which the machine was at its
   * worst. Absent where half of the rounds are so.
   */
  public record Ratios(Spread p50, Spread p99) {}

  /** The schedulers that others of the same policy are compared with, where they ran. */
  public static final List<String> CONTROLS =
      List.of(CyclictestContender.NAME, "scheduled-pool", FloorContender.NAME);

  static BenchResult of(
      BenchPlan plan,
      Map<BenchCell, Measurement> measured,
      List<LeftOut> leftOut,
      List<BenchRound> rounds,
      List<TickCauses> causes,
      Environment environment) {
    List<String> startedAt = rounds.stream().map(BenchRound::session).distinct().toList();
    return new BenchResult(
        rounds.size(),
        plan.seconds(),
        plan.warmupSeconds(),
        plan.seed(),
        plan.notes(),
        stalls(rounds),
        startedAt.size() == 1
            ? List.of()
            : startedAt.stream().map(at -> session(at, plan, measured, leftOut, rounds)).toList(),
        leftOut.stream().map(Failure::of).toList(),
        causes,
        rows(plan, measured, leftOut),
        environment);
  }

  private static Session session(
      String startedAt,
      BenchPlan plan,
      Map<BenchCell, Measurement> measured,
      List<LeftOut> leftOut,
      List<BenchRound> all) {
    List<BenchRound> own = all.stream().filter(one -> one.session().equals(startedAt)).toList();
    Map<BenchCell, Measurement> ownMeasured = new LinkedHashMap<>(measured);
    ownMeasured.keySet().removeIf(cell -> !own.contains(all.get(cell.round() - 1)));
    Environment machine = own.getFirst().environment();
    return new Session(
        startedAt,
        own.size(),
        machine.jitterlabCommit(),
        machine.loadAverageAtStart(),
        stalls(own),
        rows(plan, ownMeasured, leftOut));
  }

  private static SpinGaps stalls(List<BenchRound> rounds) {
    return SpinGaps.of(rounds.stream().flatMap(round -> round.stalls().stream()).toList());
  }

  private static List<Row> rows(
      BenchPlan plan, Map<BenchCell, Measurement> measured, List<LeftOut> leftOut) {
    List<Row> rows = new ArrayList<>();
    for (TickScenario scenario : plan.scenarios()) {
      Map<String, List<Measurement>> byName = new LinkedHashMap<>();
      List<Contender> whole =
          plan.contenders().stream()
              .filter(one -> one.runsIn(scenario))
              .filter(one -> leftOut.stream().noneMatch(out -> out.isOf(scenario, one)))
              .toList();
      for (Contender contender : whole) {
        byName.put(contender.name(), rounds(measured, scenario, contender));
      }
      for (Contender contender : whole) {
        rows.add(
            row(
                scenario,
                contender.scheduler(),
                contender.waiting(),
                contender.policy(),
                byName.get(contender.name()),
                byName));
      }
    }
    return rows;
  }

  /** In the order of the rounds. */
  private static List<Measurement> rounds(
      Map<BenchCell, Measurement> measured, TickScenario scenario, Contender contender) {
    return measured.entrySet().stream()
        .filter(entry -> entry.getKey().scenario().equals(scenario))
        .filter(entry -> entry.getKey().contender().equals(contender))
        .map(Map.Entry::getValue)
        .toList();
  }

  /**
   * A control under the same policy; where it is no JVM, and so has neither compilers nor a
   * collector, the control itself. Null if it did not run.
   */
  static List<Measurement> controlOf(
      String control, Policy policy, Map<String, List<Measurement>> byName) {
    Policy unpinned = policy.withPinned(false);
    List<Measurement> same = byName.get(control + unpinned.suffix());
    boolean isJvm = ServerContender.isOfTheLibrary(control);
    return same == null && !isJvm
        ? byName.get(
            control + unpinned.withCompilerNice(OptionalInt.empty()).withZgc(false).suffix())
        : same;
  }

  private static Row row(
      TickScenario scenario,
      String scheduler,
      String waiting,
      Policy policy,
      List<Measurement> own,
      Map<String, List<Measurement>> byName) {
    Distribution drift = Distribution.merge(own.stream().map(Measurement::drift).toList());
    Distribution execution =
        Distribution.merge(
            own.stream().map(Measurement::execution).flatMap(Optional::stream).toList());
    double seconds = sum(own, one -> one.usage().seconds());
    Map<String, Ratios> ratios = new LinkedHashMap<>();
    for (String control : CONTROLS) {
      List<Measurement> controlled = controlOf(control, policy, byName);
      if (controlled != null && controlled != own) {
        ratios.put(control, new Ratios(ratio(own, controlled, 0.5), ratio(own, controlled, 0.99)));
      }
    }
    return new Row(
        scenario.name(),
        scheduler,
        waiting,
        policy.label(),
        policy.pinned(),
        policy.compilerNice().isEmpty() ? null : policy.compilerNice().getAsInt(),
        policy.zgc(),
        new DriftSeconds(
            seconds(drift, 0.5),
            seconds(drift, 0.9),
            seconds(drift, 0.99),
            seconds(drift, 0.999),
            drift.maxNs() / NS_PER_SECOND),
        own.stream().mapToLong(Measurement::missed).sum(),
        missRates(own),
        sum(own, one -> one.usage().cpuSeconds()) / seconds,
        sum(own, one -> one.usage().contextSwitches()) / seconds,
        threads(own, seconds),
        drift.count(),
        execution.isEmpty() ? null : seconds(execution, 0.5),
        Spread.of(own.stream().map(one -> seconds(one.drift(), 0.99)).toList()),
        ratios);
  }

  private static MissRates missRates(List<Measurement> own) {
    List<Measurement.MissRates> rounds =
        own.stream().map(Measurement::missRates).flatMap(Optional::stream).toList();
    return rounds.isEmpty()
        ? null
        : new MissRates(
            Spread.of(rounds.stream().map(Measurement.MissRates::lowest).toList()).median(),
            Spread.of(rounds.stream().map(Measurement.MissRates::highest).toList()).median());
  }

  private static Map<String, ThreadRole.Time> threads(List<Measurement> own, double seconds) {
    Map<String, ThreadRole.Time> threads = new TreeMap<>();
    for (Measurement one : own) {
      one.usage()
          .threads()
          .forEach(
              (role, time) ->
                  threads.merge(role.name().toLowerCase(Locale.ROOT), time, ThreadRole.Time::plus));
    }
    threads.replaceAll((role, time) -> time.per(seconds));
    return threads;
  }

  private static double sum(
      Collection<Measurement> measurements, ToDoubleFunction<Measurement> figure) {
    return measurements.stream().mapToDouble(figure).sum();
  }

  private static double seconds(Distribution distribution, double q) {
    return distribution.quantileNs(q) / NS_PER_SECOND;
  }

  /** Null where the median has no upper bound. */
  static Spread ratio(List<Measurement> own, List<Measurement> control, double q) {
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < own.size(); round++) {
      double controlled = seconds(control.get(round).drift(), q);
      double late = seconds(own.get(round).drift(), q);
      ratios.add(controlled > 0 ? late / controlled : late > 0 ? Double.POSITIVE_INFINITY : 1.0);
    }
    Spread all = Spread.of(ratios);
    return Double.isFinite(all.median()) ? all : null;
  }
}
