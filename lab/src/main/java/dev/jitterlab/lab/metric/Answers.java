package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * How long the answers of one instance took, and how many requests got none that was right: refused
 * or wrong ones, those that failed, those that could not go out, and those that never came to it,
 * because their journey broke off. A server must not look fast because it refuses what would be
 * slow. So such a request counts as if it had taken the whole measured time: longer than any
 * answer. Nor must it look fast because it hangs: a request that was still out at the end counts as
 * what it had waited. Immutable.
 *
 * @param times of the answers; those that came too late are among them
 * @param unanswered how many got none that was right
 * @param atLeastNs what those count as
 * @param waiting how long those had waited that were still out; they take at least as long
 */
record Answers(Distribution times, long unanswered, long atLeastNs, Distribution waiting) {
  /** The outcomes of requests that got no right answer. */
  static final List<String> UNANSWERED =
      List.of("refused", "wrong", "failed", "overflow", "unreached");

  /** Of messages with several listeners: those who never got one, beside one for its outcome. */
  static final String LOST = "lost";

  /** {@link #UNANSWERED} and {@link #LOST}. */
  static final List<String> UNANSWERED_OR_LOST =
      Stream.concat(UNANSWERED.stream(), Stream.of(LOST)).toList();

  /** The same of requests that the servers accepted, or could not even refuse. */
  static final List<String> ACCEPTED = List.of("wrong", "failed", "overflow");

  /** Of which none was still out, or all count as the same. */
  Answers(Distribution times, long unanswered, long atLeastNs) {
    this(times, unanswered, atLeastNs, Distribution.empty());
  }

  /**
   * Those of a server; empty where nothing was asked, or nobody recorded it. Empty as well where a
   * counter is shown, and not known at an end of the measurement, or where the load never showed
   * which counters it has: then nobody knows how many requests got no right answer.
   *
   * @param times of its answers
   * @param waiting how long those had waited that were still out
   * @param outcomes which of them are no right answer
   * @param ofOutcome the series that counts the requests with an outcome
   */
  static Optional<Answers> of(
      MeasuredInstance server,
      Distribution times,
      Distribution waiting,
      List<String> outcomes,
      UnaryOperator<String> ofOutcome) {
    double unanswered = 0;
    for (String outcome : outcomes) {
      String series = ofOutcome.apply(outcome);
      Optional<Double> more = server.ended(series);
      if (more.isEmpty() && (server.shows(series) || server.loadNeverAnswered())) {
        return Optional.empty();
      }
      unanswered += more.orElse(0.0);
    }
    MeasuredWindows measured = server.windows();
    return of(measured, times, waiting, server.responses().besideLines(unanswered, measured));
  }

  /**
   * The same, of known figures.
   *
   * @param unanswered how many got no right answer, in the seconds of which the times are
   */
  static Optional<Answers> of(
      MeasuredWindows measured, Distribution times, Distribution waiting, double unanswered) {
    long wholeNs = Math.round(measured.seconds() * 1e9);
    return Optional.of(
            new Answers(
                times,
                Math.round(unanswered),
                times.isEmpty() ? wholeNs : Math.max(wholeNs, times.maxNs()),
                waiting))
        .filter(answers -> !answers.all().isEmpty());
  }

  /** All requests. */
  Distribution all() {
    return waiting.isEmpty() ? ended() : Distribution.merge(List.of(ended(), waiting));
  }

  private Distribution ended() {
    return times.and(atLeastNs, unanswered);
  }

  /** How many have no answer. */
  static long unanswered(List<Answers> several) {
    return several.stream().mapToLong(Answers::unanswered).sum();
  }

  /**
   * How many were still out and had waited as long as a quantile of all of them, or longer, but not
   * as long as the next one took that had ended. The true quantile lies between these two: the
   * request at the quantile takes at least as long, and so do all beyond it.
   */
  static long waitingFrom(List<Answers> several, long quantileNs) {
    Distribution waiting =
        Distribution.merge(several.stream().map(Answers::waiting).toList()).from(quantileNs);
    Distribution ended =
        Distribution.merge(several.stream().map(Answers::ended).toList()).from(quantileNs);
    return waiting.count() - (ended.isEmpty() ? 0 : waiting.from(ended.valueNsAt(0)).count());
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
