package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.FailureCounters;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.List;
import java.util.Map;

/**
 * A server that loses, doubles or reorders messages is fast for the wrong reason. Load generators
 * that check answers count the wrong ones, by server and kind; one is enough, and its group cannot
 * win ({@link Doubts}). The trial is invalid only if every server had some. Of others nothing is
 * asked.
 */
final class WrongAnswers extends Check {
  static final SeriesSelector FAULTS = FailureCounters.ANSWERS;

  WrongAnswers() {
    super(
        Question.of("load_faults", Unit.NUMBER, "Was every answer that the load checked right?")
            .from(Dependence.OUTCOME)
            .limit(0, 0)
            .needs("nothing was sampled", Kind.SAMPLES));
  }

  @Override
  protected boolean arises(Evidence evidence) {
    return evidence.plan().hasLoad() && !Counted.byServer(FAULTS, evidence).isEmpty();
  }

  @Override
  protected Finding examine(Evidence evidence) {
    Map<String, Double> faults = Counted.byServer(FAULTS, evidence);
    return worstUnlessOwn(
        faults,
        Worst.greatest(faults),
        worst ->
            worst.value() == 0
                ? "every answer that the load checked was right"
                : "%s answers of %s were wrong%s"
                    .formatted(
                        Units.count(Math.round(worst.value())),
                        worst.of(),
                        kinds(worst.of(), evidence)),
        "other servers had none, and its group cannot win",
        "The server does not do what it should; fix it before you compare its speed.");
  }

  private static String kinds(String id, Evidence evidence) {
    List<String> found =
        evidence.servers().stream()
            .filter(server -> server.id().equals(id))
            .flatMap(server -> Counted.byLabels(FAULTS, server, evidence).entrySet().stream())
            .filter(kind -> kind.getValue() > 0)
            .map(kind -> kind.getKey().replaceAll(".*fault=\"([^\"]*)\".*", "$1"))
            .toList();
    return found.isEmpty() ? "" : " (" + String.join(", ", found) + ")";
  }
}
