package dev.jitterlab.lab.plan;

import dev.jitterlab.arrivals.LevelOverTime;
import dev.jitterlab.arrivals.TimeSpan;
import dev.jitterlab.lab.Units;
import dev.jitterlab.scenario.ScenarioText;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Whether the HTTP load may have fewer requests under way than a server needs that keeps its
 * promise. Then the load's own limit would be found, and said to be the server's. Stateless.
 */
final class ConnectionLimit {
  private static final String MAIN = "dev.jitterlab.http.HttpLoad";

  /** What the load chooses at most, and what can be asked for. */
  private static final int MOST = 10_000;

  private ConnectionLimit() {}

  /** A sentence; none where the limit is high enough, or nothing is promised. */
  static Optional<String> warning(Plan plan) {
    return plan.blocks().stream()
        .map(Plan.Block::load)
        .filter(Objects::nonNull)
        .map(Plan.Load::command)
        .filter(command -> command.contains(MAIN))
        .flatMap(command -> warningOf(command).stream())
        .findFirst();
  }

  private static Optional<String> warningOf(List<String> command) {
    long needed;
    long limit;
    try {
      needed = needed(command);
      limit = option("connections", command).map(Long::valueOf).orElse((long) MOST);
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // the load itself says what is wrong with its options
    }
    return needed > limit
        ? Optional.of(
            "At its highest rate the load may have up to %s requests under way within the time of `slo`, but only %s are allowed for each server. Then the load's own limit would be found instead of the server's. %s."
                .formatted(
                    Units.count(needed),
                    Units.count(limit),
                    needed > MOST
                        ? "Lower the rate or `slo`"
                        : "Raise `connections`, or lower the rate or `slo`"))
        : Optional.empty();
  }

  /** How many are under way at the highest rate, if each answer takes as long as was promised. */
  private static long needed(List<String> command) {
    Optional<String> slo = option("slo", command);
    Optional<Double> arrivals =
        option("search-rate", command)
            .map(range -> Double.valueOf(range.substring(range.indexOf('-') + 1)))
            .or(() -> option("rate", command).map(rate -> LevelOverTime.parse(rate).highest()));
    if (slo.isEmpty() || arrivals.isEmpty()) {
      return 0;
    }
    double steps =
        option("scenario", command).map(text -> ScenarioText.read(text).meanSteps()).orElse(1.0);
    double seconds = TimeSpan.parse(slo.get()).ns() / (double) TimeUnit.SECONDS.toNanos(1);
    return (long) Math.ceil(arrivals.get() * steps * seconds);
  }

  private static Optional<String> option(String name, List<String> command) {
    String start = "--" + name + "=";
    return command.stream()
        .filter(word -> word.startsWith(start))
        .map(word -> word.substring(start.length()))
        .filter(value -> !value.isEmpty())
        .findFirst();
  }
}
