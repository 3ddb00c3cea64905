package dev.jitterlab.battle.bot;

import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.arrivals.ArrivalProcess;
import dev.jitterlab.settings.Setting;
import java.util.Optional;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** The options that say when players come. */
final class ArrivalOptions {
  private static final String AT_ONCE = "at-once";

  @Setting(choices = {AT_ONCE, "constant", "ramp", "steps", "poisson"})
  @Option(
      names = "--arrivals",
      defaultValue = AT_ONCE,
      description = "When players come: at-once, constant, ramp, steps or poisson.")
  private String arrivals;

  @Setting(rateOf = "arrivals")
  @Option(
      names = "--arrival-rate",
      showDefaultValue = Visibility.NEVER,
      description =
          "How many come a second to each server, or to the cluster, until all are there: 20, or"
              + " 5..50:30s for ramp, 10:20s,40 for steps, any of them for poisson.")
  private String rate;

  /**
   * Returns when players come; empty for all at once.
   *
   * @throws IllegalArgumentException if the options mean nothing
   */
  Optional<ArrivalPlan> plan(long seed) {
    if (arrivals.equals(AT_ONCE)) {
      if (rate != null) {
        throw new IllegalArgumentException(
            "--arrival-rate=" + rate + " needs --arrivals=constant, ramp, steps or poisson");
      }
      return Optional.empty();
    }
    ArrivalProcess process = ArrivalProcess.labelled(arrivals).orElseThrow();
    if (rate == null) {
      throw new IllegalArgumentException(
          "--arrivals=" + arrivals + " needs --arrival-rate: players a second, such as 20");
    }
    return Optional.of(ArrivalPlan.of(process, rate, seed));
  }
}
