package dev.jitterlab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the schedulers have to run.
 *
 * @param name as users write it
 * @param options of {@code PeriodicServer}: how many tasks at which rate, and what they do
 * @param stressed whether every core is kept busy by others meanwhile
 * @param byDefault whether it runs without being named
 */
public record TickScenario(String name, List<String> options, boolean stressed, boolean byDefault) {
  /** The one that asks for more than the cores have. */
  public static final String OVERLOAD = "overload";

  /** Ticks per second that keep a core busy to 130 %, at 1 ms each. */
  private static final int OVERLOADING_TICKS = 1_300;

  /**
   * Tasks of one rate.
   *
   * @param hertz ticks per second of each
   */
  record Tasks(int count, int hertz) {}

  private static TickScenario idle(String name, String tasks, int tickMicros) {
    return new TickScenario(name, options(tasks, tickMicros), false, true);
  }

  private static List<String> options(String tasks, int tickMicros) {
    return List.of("--tasks=" + tasks, "--tick-us=" + tickMicros);
  }

  /**
   * All there are: each followed by its stressed twin, then those that run only when named.
   *
   * @param cores how many there are to overload
   */
  public static List<TickScenario> all(int cores) {
    List<TickScenario> all =
        new ArrayList<>(
            Stream.of(
                    idle("1khz", "1@1000", 0),
                    idle("500x20hz-empty", "500@20", 0),
                    idle("500x20hz-140us", "500@20", 140),
                    idle("50x128hz", "50@128", 0),
                    idle("mixed", "100@20,20@60,10@128,1@1000", 0))
                .flatMap(scenario -> Stream.of(scenario, scenario.underStress()))
                .toList());
    all.add(overload(cores));
    return all;
  }

  private static TickScenario overload(int cores) {
    List<String> options = new ArrayList<>(options(cores * OVERLOADING_TICKS / 20 + "@20", 1_000));
    options.add("--late-policy=skip");
    return new TickScenario(OVERLOAD, options, false, false);
  }

  /** The tasks, as {@code --tasks} has them. */
  List<Tasks> tasks() {
    return Stream.of(option("tasks").split(",", -1))
        .map(one -> one.split("@", -1))
        .map(one -> new Tasks(Integer.parseInt(one[0]), Integer.parseInt(one[1])))
        .toList();
  }

  /** How many ticks of all tasks are due in a second. */
  int ticksPerSecond() {
    return tasks().stream().mapToInt(one -> one.count() * one.hertz()).sum();
  }

  /** What a tick takes, as {@code --tick-us} has it. */
  int tickMicros() {
    return Integer.parseInt(option("tick-us"));
  }

  private String option(String key) {
    String prefix = "--" + key + "=";
    return options.stream()
        .filter(option -> option.startsWith(prefix))
        .map(option -> option.substring(prefix.length()))
        .findFirst()
        .orElseThrow();
  }

  private TickScenario underStress() {
    return new TickScenario(name + "-stressed", options, true, byDefault);
  }
}
