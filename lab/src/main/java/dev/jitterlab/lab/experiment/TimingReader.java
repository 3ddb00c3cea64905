package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.yaml.Fields;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.YamlNode.Mapping;
import java.time.Duration;
import java.util.Optional;

/**
 * Reads {@code warmup} (a time, or a mapping such as {@code {until: steady, at_most: 60s}}), {@code
 * duration} and {@code ready_timeout}.
 */
record TimingReader(Problems problems) {
  private static final Duration DEFAULT_WARMUP = Duration.ofSeconds(10);
  private static final Duration DEFAULT_WARMUP_LIMIT = Duration.ofSeconds(60);
  private static final Duration DEFAULT_DURATION = Duration.ofSeconds(30);
  private static final Duration DEFAULT_READY_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration ONE_MILLISECOND = Duration.ofMillis(1);

  Timing read(Fields fields) {
    Optional<Mapping> untilSteady =
        fields.node("warmup").filter(Mapping.class::isInstance).map(Mapping.class::cast);
    Duration warmup =
        untilSteady
            .map(mapping -> new Fields(mapping, ExperimentFormat.WARMUP, problems))
            .map(steady -> limit(steady, fields))
            .orElseGet(() -> fields.duration("warmup", Duration.ZERO).orElse(DEFAULT_WARMUP));
    return new Timing(
        seconds(warmup),
        untilSteady.isPresent(),
        seconds(fields.duration("duration", ONE_MILLISECOND).orElse(DEFAULT_DURATION)),
        seconds(fields.duration("ready_timeout", ONE_MILLISECOND).orElse(DEFAULT_READY_TIMEOUT)));
  }

  /** How long a warm-up until steady may last. */
  private Duration limit(Fields warmup, Fields fields) {
    warmup.requireWord(
        "until",
        "steady",
        "`warmup` without `until`",
        "Write until: steady, or give warmup a time such as 20s.");
    if (fields.has("capacity")) {
      warmup.report(
          "`warmup` until the servers are steady cannot be combined with `capacity`",
          "Give warmup a time: the load of such a run rises by the clock and does not wait.");
    }
    return warmup.duration("at_most", Duration.ofSeconds(1)).orElse(DEFAULT_WARMUP_LIMIT);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1_000.0;
  }
}
