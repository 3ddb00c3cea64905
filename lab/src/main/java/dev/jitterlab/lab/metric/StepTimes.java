package dev.jitterlab.lab.metric;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How long the answers of one step of a load's journeys took. */
final class StepTimes {
  /** Where they stand among an experiment's own metrics. */
  private static final String STEPS = "steps";

  private static final List<Quantile> COMPARED = List.of(Quantile.P50, Quantile.P99);

  private StepTimes() {}

  /** The metrics of a step, which is named as {@code journey/step}. */
  static Stream<Metric> metrics(String step) {
    return COMPARED.stream().map(quantile -> metric(step, quantile));
  }

  private static Metric metric(String step, Quantile quantile) {
    return Metric.of(
            "step_response_seconds." + step + "." + quantile.key(),
            "Response time " + step + " " + quantile.title(),
            Unit.SECONDS)
        .compared("response time of " + step + " " + quantile.words(), "answers faster")
        .ofLoad()
        .at(MetricValues.OWN, STEPS, step, quantile.key())
        .where(quantile == Quantile.P99, Metric.Builder::shownFirst)
        .read(Pooling.answers(quantile, server -> answers(server, step, Answers.UNANSWERED)));
  }

  /**
   * The requests of a step that were not refused: how a server under overload treats those that it
   * accepts. Empty as below.
   */
  static Optional<Answers> accepted(MeasuredInstance server, String step) {
    return answers(server, step, Answers.ACCEPTED);
  }

  /** The requests of a step; empty where nobody was asked, or not all is known. */
  private static Optional<Answers> answers(
      MeasuredInstance server, String step, List<String> outcomes) {
    return Answers.of(
        server,
        server.responses().step(step),
        server.responses().waitingStep(step),
        outcomes,
        outcome ->
            "jitterlab_load_step_requests_total{step=\"%s\",outcome=\"%s\"}"
                .formatted(step, outcome));
  }
}
