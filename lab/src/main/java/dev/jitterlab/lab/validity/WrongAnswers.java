package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SamplesReader.Point;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A server that loses, doubles or reorders messages is fast for the wrong reason. Load generators
 * that check answers count the wrong ones, by server and kind; one is enough. Of others nothing is
 * asked.
 */
final class WrongAnswers extends Check {
  private static final SeriesSelector FAULTS =
      new SeriesSelector("jitterlab_load_faults_total", List.of());

  WrongAnswers() {
    super(
        Question.of("load_faults", Unit.NUMBER, "Was every answer that the load checked right?")
            .from(Dependence.OUTCOME)
            .limit(0, 0)
            .needs("nothing was sampled", Kind.SAMPLES));
  }

  @Override
  protected boolean arises(Evidence evidence) {
    return evidence.plan().hasLoad() && !faults(evidence).isEmpty();
  }

  @Override
  protected Finding examine(Evidence evidence) {
    return greatest(
        faults(evidence),
        worst ->
            worst.value() == 0
                ? "every answer that the load checked was right"
                : "%s answers of %s were wrong%s"
                    .formatted(
                        Units.count(Math.round(worst.value())),
                        worst.of(),
                        kinds(worst.of(), evidence)),
        "The server does not do what it should; mend it before you compare its speed.");
  }

  /** Server id to its faults since the load began, also while it warmed up. */
  private static Map<String, Double> faults(Evidence evidence) {
    Map<String, Double> faults = new LinkedHashMap<>();
    for (Evidence.MeasuredProcess server : evidence.servers()) {
      Map<String, Double> kinds = byLabels(server, evidence);
      if (!kinds.isEmpty()) {
        faults.put(server.id(), kinds.values().stream().mapToDouble(count -> count).sum());
      }
    }
    return faults;
  }

  private static Map<String, Double> byLabels(Evidence.MeasuredProcess server, Evidence evidence) {
    Map<String, Double> counts = new LinkedHashMap<>();
    if (evidence.samples().isEmpty()) {
      return counts;
    }
    SamplesReader samples = evidence.samples().get();
    Evidence.ShownSeries shown = evidence.shown(server, FAULTS);
    for (String labels : shown.labelSets()) {
      samples.series(shown.source(), FAULTS.name(), labels, server.windows()).stream()
          .mapToDouble(Point::value)
          .max()
          .ifPresent(count -> counts.put(labels, count));
    }
    return counts;
  }

  private static String kinds(String id, Evidence evidence) {
    List<String> found =
        evidence.servers().stream()
            .filter(server -> server.id().equals(id))
            .flatMap(server -> byLabels(server, evidence).entrySet().stream())
            .filter(kind -> kind.getValue() > 0)
            .map(kind -> kind.getKey().replaceAll(".*fault=\"([^\"]*)\".*", "$1"))
            .toList();
    return found.isEmpty() ? "" : " (" + String.join(", ", found) + ")";
  }
}
