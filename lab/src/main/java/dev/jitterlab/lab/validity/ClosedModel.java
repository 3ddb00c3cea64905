package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.MeasuredResponses;
import dev.jitterlab.lab.ticks.ResponseMetric;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import dev.jitterlab.lab.validity.evidence.LoadRates;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The clients of a closed model send nothing while they wait, so the worse a server stands still,
 * the fewer requests see it (coordinated omission). The figure is the share of the compensated p99
 * that the measured one lacks. It can never make a trial invalid: what was measured is true of
 * clients that wait.
 *
 * <p>The rule of closed models: what every server is given is the number of its clients, and that
 * is one option of one load process, alike for all. How many requests came of it is an outcome, so
 * nobody is asked whether it was the same for all.
 */
final class ClosedModel extends Check {
  private static final double P99 = 0.99;
  private static final double NS_PER_SECOND = 1e9;

  ClosedModel() {
    super(
        Question.of(
                "load_coordinated_omission_ratio",
                Unit.RATIO,
                "How much of the response times does a closed model hide?")
            .from(Dependence.OUTCOME)
            .limit(0.1, 1)
            .as(Role.CLOSED_MODEL)
            .needs("no response times were recorded", Kind.RESPONSES));
  }

  /** Whether the load is of that kind. */
  static boolean isUsed(Evidence evidence) {
    return evidence.responses().values().stream().anyMatch(MeasuredResponses::isClosedModel);
  }

  @Override
  protected boolean arises(Evidence evidence) {
    return evidence.plan().hasLoad() && isUsed(evidence);
  }

  @Override
  protected Finding examine(Evidence evidence) {
    Map<String, Double> hidden = new LinkedHashMap<>();
    evidence
        .responses()
        .forEach(
            (server, responses) -> {
              if (responses.isClosedModel()) {
                hidden.put(server, hidden(responses));
              }
            });
    return greatest(
        hidden,
        worst -> words(worst, evidence.responses(worst.of())) + served(evidence),
        "Judge by response_seconds_compensated, or use an open model (docs/load.md).");
  }

  private static double hidden(MeasuredResponses responses) {
    double measured = p99(responses, ResponseMetric.RESPONSE);
    double compensated = p99(responses, ResponseMetric.COMPENSATED);
    return Math.max(0, 1 - measured / compensated);
  }

  private static String words(Worst worst, MeasuredResponses responses) {
    return ("closed model: a client that waits for a slow answer sends nothing, so part of the"
            + " waiting is hidden: at worst %s of the response times' p99 of %s (%s as measured,"
            + " about %s with what was not sent)")
        .formatted(
            Units.share(worst.value()),
            worst.of(),
            Units.seconds(p99(responses, ResponseMetric.RESPONSE)),
            Units.seconds(p99(responses, ResponseMetric.COMPENSATED)));
  }

  /** An outcome, and never a reason to leave a server out or to measure a block again. */
  private static String served(Evidence evidence) {
    DoubleSummaryStatistics rates =
        LoadRates.of(LoadRates.ANSWERED, evidence).values().stream()
            .collect(Collectors.summarizingDouble(rate -> rate));
    return rates.getCount() == 0
        ? ""
        : "; servers answered from %s to %s requests a second, which is what they did with as many clients"
            .formatted(Units.number(rates.getMin()), Units.number(rates.getMax()));
  }

  /** With what was still out at the end: where a server hangs then, a closed model hides most. */
  private static double p99(MeasuredResponses responses, ResponseMetric metric) {
    Distribution times =
        Distribution.merge(List.of(responses.of(metric), responses.waiting(metric)));
    return times.isEmpty() ? 0 : times.quantileNs(P99) / NS_PER_SECOND;
  }
}
