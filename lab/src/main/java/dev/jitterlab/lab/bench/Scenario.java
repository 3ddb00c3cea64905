package dev.jitterlab.lab.bench;

import java.util.List;
import java.util.stream.Stream;

/**
 * What the schedulers have to run.
 *
 * @param name as users write it
 * @param tasks how many tasks at how many ticks per second, as {@code PeriodicServer} takes it
 * @param tickMicros CPU time that each tick takes, in microseconds
 * @param stressed whether every core is kept busy by others meanwhile
 */
public record Scenario(String name, String tasks, int tickMicros, boolean stressed) {
  private static final List<Scenario> IDLE =
      List.of(
          idle("1khz", "1@1000", 0),
          idle("500x20hz-empty", "500@20", 0),
          idle("500x20hz-140us", "500@20", 140),
          idle("50x128hz", "50@128", 0),
          idle("mixed", "100@20,20@60,10@128,1@1000", 0));

  private static Scenario idle(String name, String tasks, int tickMicros) {
    return new Scenario(name, tasks, tickMicros, false);
  }

  /** All there are, each followed by its stressed twin. */
  public static List<Scenario> all() {
    return IDLE.stream().flatMap(scenario -> Stream.of(scenario, scenario.underStress())).toList();
  }

  private Scenario underStress() {
    return new Scenario(name + "-stressed", tasks, tickMicros, true);
  }
}
