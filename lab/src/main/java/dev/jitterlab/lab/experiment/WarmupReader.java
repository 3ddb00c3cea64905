package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.yaml.Fields;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.YamlNode;
import dev.jitterlab.lab.yaml.YamlNode.Mapping;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import java.time.Duration;
import java.util.Optional;

/** Reads {@code warmup}: a time, or a mapping such as {@code {until: steady, at_most: 60s}}. */
final class WarmupReader {
  private static final Duration DEFAULT = Duration.ofSeconds(10);
  private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(60);
  private static final String STEADY = "steady";

  private final Problems problems;

  WarmupReader(Problems problems) {
    this.problems = problems;
  }

  Warmup read(Fields fields) {
    Optional<YamlNode> node = fields.node("warmup");
    if (node.isPresent() && node.get() instanceof Mapping mapping) {
      return untilSteady(new Fields(mapping, ExperimentFormat.WARMUP, problems), fields);
    }
    return new Warmup(fields.duration("warmup", Duration.ZERO).orElse(DEFAULT), false);
  }

  private Warmup untilSteady(Fields warmup, Fields fields) {
    Optional<Scalar> until = warmup.scalar("until", "the word steady");
    if (warmup.node("until").isEmpty()) {
      problems.add(warmup.place(), "`warmup` without `until`", "Add until: steady.");
    }
    until
        .filter(given -> !given.text().equals(STEADY))
        .ifPresent(
            given ->
                Fields.wrongType(
                    given,
                    "`until`",
                    "the word steady",
                    "Write until: steady, or give warmup a time such as 20s.",
                    problems));
    if (fields.node("capacity").isPresent()) {
      problems.add(
          warmup.place(),
          "`warmup` until the servers are steady, and `capacity`",
          "Give warmup a time: the load of such a run rises by the clock and does not wait.");
    }
    Duration limit = warmup.duration("at_most", Duration.ofSeconds(1)).orElse(DEFAULT_LIMIT);
    return new Warmup(limit, true);
  }
}
