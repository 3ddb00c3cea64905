package dev.jitterlab.lab.bench;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.yaml.Spelling;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * What a bench will do. In every round every scenario runs, and in it every contender once, in an
 * order drawn anew: so a slow minute of the machine hits all alike, and no contender always follows
 * the same other. Immutable.
 *
 * @param scenarios in the order of every round
 * @param contenders cyclictest first, where there is one
 * @param rounds how often everything runs
 * @param seconds how long each contender is measured in each scenario of a round
 * @param seed of the orders
 * @param notes what was left out, and how to get it
 */
record BenchPlan(
    List<Scenario> scenarios,
    List<Contender> contenders,
    int rounds,
    int seconds,
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
  static BenchPlan of(BenchChoice choice, Machine machine) {
    List<Scenario> known = Scenario.all();
    List<Scenario> asked =
        named(choice.scenarios(), known, known.stream().map(Scenario::name).toList(), "scenario");
    List<String> notes = new ArrayList<>();
    List<Contender> contenders = contenders(choice, machine, notes);
    List<Scenario> scenarios = new ArrayList<>(asked);
    if (machine.stressNg().isEmpty() && scenarios.removeIf(Scenario::stressed)) {
      notes.add(
          "stress-ng is not on the PATH: the stressed scenarios are left out. "
              + machine.remedy("stress-ng"));
    }
    if (scenarios.isEmpty() || contenders.isEmpty()) {
      throw new LabException(
          ExitCode.RUN_FAILED,
          Problem.in("jitterlab bench tick", "there is nothing to run", notes.getLast()));
    }
    BenchPlan oneRound =
        new BenchPlan(scenarios, contenders, 1, choice.seconds(), choice.seed(), notes);
    int fitting = (int) (DEFAULT_SECONDS / oneRound.estimateSeconds());
    return oneRound.withRounds(choice.rounds().orElse(Math.clamp(fitting, 1, MOST_DEFAULT_ROUNDS)));
  }

  private BenchPlan withRounds(int number) {
    return new BenchPlan(scenarios, contenders, number, seconds, seed, notes);
  }

  private static List<Contender> contenders(
      BenchChoice choice, Machine machine, List<String> notes) {
    List<String> known = new ArrayList<>(machine.server().schedulers());
    known.add(Cyclictest.NAME);
    List<Contender> contenders = new ArrayList<>();
    machine
        .cyclictest()
        .map(program -> new Cyclictest(program, machine.proc(), machine.time()))
        .ifPresentOrElse(
            contenders::add,
            () ->
                notes.add(
                    "cyclictest is not on the PATH: there is no control, and no ratio to it. "
                        + machine.remedy("rt-tests")));
    named(choice.schedulers(), known, known, "scheduler").stream()
        .filter(name -> !name.equals(Cyclictest.NAME))
        .map(name -> new JavaScheduler(name, machine.server(), machine.proc(), machine.time()))
        .forEach(contenders::add);
    return contenders;
  }

  /** The items of those names; all of them if no name is given. */
  private static <T> List<T> named(
      List<String> chosen, List<T> items, List<String> names, String what) {
    for (String name : chosen) {
      if (!names.contains(name)) {
        throw new LabException(
            ExitCode.WRONG_EXPERIMENT,
            Problem.in(
                "--" + what + "s",
                "there is no %s `%s`; %s".formatted(what, name, Spelling.expected(name, names)),
                "Correct the name, or leave the flag out to take all."));
      }
    }
    return chosen.isEmpty()
        ? items
        : chosen.stream().distinct().map(name -> items.get(names.indexOf(name))).toList();
  }

  /** How long it will take. */
  double estimateSeconds() {
    return rounds * scenarios.stream().mapToDouble(this::estimateSeconds).sum();
  }

  /** How long all contenders will take in a scenario of a round. */
  double estimateSeconds(Scenario scenario) {
    return (scenario.stressed() ? STRESS_SECONDS : 0)
        + contenders.stream().mapToDouble(one -> seconds + one.overheadSeconds()).sum();
  }

  /** The cells of a scenario of a round, in the order in which they run. */
  List<Cell> cells(Scenario scenario, int round, Path root) {
    List<Contender> shuffled = new ArrayList<>(contenders);
    long cellSeed = 31 * (31 * seed + round) + scenarios.indexOf(scenario);
    Collections.shuffle(shuffled, new Random(cellSeed));
    Path folder = root.resolve(scenario.name()).resolve(Integer.toString(round));
    return shuffled.stream()
        .map(one -> new Cell(scenario, one, round, folder.resolve(one.name()), seconds, cellSeed))
        .toList();
  }
}
