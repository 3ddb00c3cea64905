package dev.jitterlab.bench;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.run.Environment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What a bench will do. In every round every scenario runs, and in it every contender once, in an
 * order drawn anew: so a slow minute of the machine hits all alike, and no contender always follows
 * the same other. Immutable.
 *
 * @param scenarios in the order of every round
 * @param contenders the floor first, then cyclictest, where there is one
 * @param rounds how often everything runs
 * @param seconds how long each contender is measured in each scenario of a round
 * @param warmupSeconds how old a server is when it begins to be measured
 * @param seed of the orders
 * @param notes what was left out, and how to get it
 */
record BenchPlan(
    List<TickScenario> scenarios,
    List<Contender> contenders,
    int rounds,
    int seconds,
    int warmupSeconds,
    long seed,
    List<String> notes) {

  private static final double DEFAULT_SECONDS = 300;
  private static final int MOST_DEFAULT_ROUNDS = 5;

  /** To start and end stress-ng, once for each stressed scenario of a round. */
  private static final double STRESS_SECONDS = 0.5;

  /**
   * Plans what was asked for with what there is.
   *
   * @throws LabException if a name is unknown, or nothing is left to run
   */
  static BenchPlan of(BenchChoice choice, BenchTools tools) {
    List<TickScenario> known = TickScenario.all(tools.cores());
    List<TickScenario> asked =
        choice.scenarios().isEmpty()
            ? known.stream().filter(TickScenario::byDefault).toList()
            : named(choice.scenarios(), known, TickScenario::name, "--scenarios");
    List<String> notes = new ArrayList<>();
    List<Contender> contenders = new Contenders(choice, tools, notes).all();
    List<TickScenario> scenarios = new ArrayList<>(asked);
    if (tools.stressNg().isEmpty() && scenarios.removeIf(TickScenario::stressed)) {
      notes.add(
          "stress-ng is not on the PATH: the stressed scenarios are left out. "
              + tools.remedy("stress-ng"));
    }
    if (scenarios.isEmpty() || contenders.isEmpty()) {
      throw LabException.failed("jitterlab bench tick", "there is nothing to run", notes.getLast());
    }
    contenders.addFirst(new FloorContender(tools.stallMeter()));
    BenchPlan oneRound =
        new BenchPlan(
            scenarios,
            contenders,
            1,
            choice.seconds(),
            choice.warmupSeconds(),
            choice.seed(),
            notes);
    int fitting = (int) (DEFAULT_SECONDS / oneRound.estimateSeconds());
    return oneRound.withRounds(choice.rounds().orElse(Math.clamp(fitting, 1, MOST_DEFAULT_ROUNDS)));
  }

  private BenchPlan withRounds(int number) {
    return new BenchPlan(scenarios, contenders, number, seconds, warmupSeconds, seed, notes);
  }

  private static <T> List<T> named(
      List<String> chosen, List<T> items, Function<T, String> name, String flag) {
    List<String> names = items.stream().map(name).toList();
    KnownNames.require(chosen, names, flag);
    return chosen.stream().distinct().map(one -> items.get(names.indexOf(one))).toList();
  }

  /** All that must be the same for rounds to share a table, by name. */
  Map<String, String> settings(BenchTools tools, Environment environment) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(
        "the scenarios", String.join(",", scenarios.stream().map(TickScenario::name).toList()));
    settings.put(
        "the schedulers", String.join(",", contenders.stream().map(Contender::name).toList()));
    settings.put("--seconds", Integer.toString(seconds));
    settings.put("--warmup", Integer.toString(warmupSeconds));
    settings.put("--seed", Long.toString(seed));
    settings.put("--causes", Boolean.toString(tools.server().traced()));
    settings.put("the machine", environment.cpuModel() + ", " + tools.cores() + " cores");
    settings.put("the kernel", environment.kernel());
    settings.put("whether CPUs may sleep", String.valueOf(environment.cpuSleep()));
    settings.put("the JDK", environment.labJdk());
    settings.put("the server's classes", tools.server().classes());
    settings.put("the floor's classes", FloorContender.classes());
    settings.replaceAll((name, value) -> String.valueOf(value));
    return settings;
  }

  /** How long it will take. */
  double estimateSeconds() {
    return rounds * scenarios.stream().mapToDouble(this::estimateSeconds).sum();
  }

  /** How long all its contenders will take in a scenario of a round. */
  double estimateSeconds(TickScenario scenario) {
    return (scenario.stressed() ? STRESS_SECONDS : 0)
        + contenders.stream()
            .filter(one -> one.runsIn(scenario))
            .mapToDouble(one -> seconds + one.overheadSeconds())
            .sum();
  }

  /** The cells of a scenario of a round, in the order in which they run. */
  List<BenchCell> cells(TickScenario scenario, int round, Path root) {
    List<Contender> all = contenders.stream().filter(one -> one.runsIn(scenario)).toList();
    long cellSeed = 31 * (31 * seed + round) + scenarios.indexOf(scenario);
    Path folder = root.resolve(scenario.name()).resolve(Integer.toString(round));
    return RoundOrder.of(all, seed, round, scenarios.indexOf(scenario)).stream()
        .map(
            one ->
                new BenchCell(scenario, one, round, folder.resolve(one.name()), seconds, cellSeed))
        .toList();
  }
}
