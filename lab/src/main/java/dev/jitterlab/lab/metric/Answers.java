package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.ticks.Distribution;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * How long the answers of one instance took, and how many requests got none that was right: refused
 * or wrong ones, those that failed, and those that could not go out. A server must not look fast
 * because it refuses what would be slow. So such a request counts as if it had taken the whole
 * measured time: longer than any answer. Immutable.
 *
 * @param times of the answers; those that came too late are among them
 * @param unanswered how many others there were
 * @param atLeastNs what those count as
 */
record Answers(Distribution times, long unanswered, long atLeastNs) {
  private static final List<String> UNANSWERED = List.of("refused", "wrong", "failed", "overflow");

  /**
   * Those of a server; empty where nothing was asked, or nobody recorded it.
   *
   * @param times of its answers
   * @param ofOutcome the series that counts the requests with an outcome
   */
  static Optional<Answers> of(
      MeasuredInstance server, Distribution times, UnaryOperator<String> ofOutcome) {
    double unanswered = 0;
    for (String outcome : UNANSWERED) {
      unanswered += server.increase(ofOutcome.apply(outcome)).orElse(0.0);
    }
    long wholeNs = Math.round(server.windows().seconds() * 1e9);
    return Optional.of(
            new Answers(
                times,
                Math.round(unanswered),
                times.isEmpty() ? wholeNs : Math.max(wholeNs, times.maxNs())))
        .filter(answers -> !answers.all().isEmpty());
  }

  /** All requests. */
  Distribution all() {
    return times.and(atLeastNs, unanswered);
  }

  /** How many have no answer. */
  static long unanswered(List<Answers> several) {
    return several.stream().mapToLong(Answers::unanswered).sum();
  }

  /** From which value on a quantile of all of them is only a bound of the true one. */
  static long boundNs(List<Answers> several) {
    return several.stream()
        .filter(answers -> answers.unanswered > 0)
        .mapToLong(Answers::atLeastNs)
        .min()
        .orElse(Long.MAX_VALUE);
  }
}
