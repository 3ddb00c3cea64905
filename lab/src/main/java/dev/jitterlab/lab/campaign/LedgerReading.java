package dev.jitterlab.lab.campaign;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.statistics.Censoring;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What one kept run says of a question of the ledger. Immutable.
 *
 * @param order by this the run in the middle is found: its figure; those without come last
 * @param effect the figure as the ledger shows it, or why there is none
 * @param outcome what it says of the claim
 */
record LedgerReading(KeptRun run, double order, String effect, Expectation.Outcome outcome) {
  /** Reads a run; empty where it did not measure what is asked. */
  static Optional<LedgerReading> of(
      KeptRun run, Ledger.Question question, Expectation expectation) {
    if (question.other().isPresent()) {
      return ratio(run, question, expectation);
    }
    KeptFigures figures = run.figures(question.group(), question.metric());
    if (!figures.isMeasured()) {
      return Optional.empty();
    }
    if (question.isSpread()) {
      return spread(run, figures, expectation);
    }
    double[] sorted = sorted(figures);
    return Optional.of(
        sorted.length == 0
            ? open(run, "no instance has a figure")
            : new LedgerReading(
                run,
                sorted[sorted.length / 2],
                instances(Units.number(sorted[sorted.length / 2]), figures),
                expectation.of(figures.least(), figures.most())));
  }

  /** Greatest to least; one instance has none, and neither have figures of zero. */
  private static Optional<LedgerReading> spread(
      KeptRun run, KeptFigures figures, Expectation expectation) {
    OptionalDouble spread = figures.spread();
    boolean isWhole = figures.censoring() == Censoring.NONE;
    if (spread.isEmpty()) {
      return isWhole ? Optional.empty() : Optional.of(open(run, "no spread" + missing(figures)));
    }
    double least = spread.getAsDouble();
    return Optional.of(
        new LedgerReading(
            run,
            least,
            instances((isWhole ? "" : "≥ ") + Units.number(least), figures),
            expectation.of(least, isWhole ? least : Double.POSITIVE_INFINITY)));
  }

  private static Optional<LedgerReading> ratio(
      KeptRun run, Ledger.Question question, Expectation expectation) {
    List<KeptFigures> figures =
        groups(question).map(group -> run.figures(group, question.metric())).toList();
    Optional<KeptRun.Comparison> compared = comparison(run, question);
    if (compared.isPresent()) {
      KeptRun.Comparison one = compared.get();
      return Optional.of(
          new LedgerReading(
              run,
              one.ratio() == null ? Double.POSITIVE_INFINITY : one.ratio(),
              one.ratio() == null && one.low() == null
                  ? withoutRatio(figures)
                  : shown(one, question),
              expectation.of(one)));
    }
    return figures.stream().allMatch(KeptFigures::isMeasured)
        ? Optional.of(open(run, withoutRatio(figures)))
        : Optional.empty();
  }

  private static Optional<KeptRun.Comparison> comparison(KeptRun run, Ledger.Question question) {
    String metric = question.metric();
    String group = question.group();
    String other = question.other().orElseThrow();
    return question
        .over()
        .map(over -> run.ratioOfRatios(metric, group, other, over.group(), over.other()))
        .orElseGet(() -> run.comparison(metric, group, other));
  }

  /** The groups that it is about. */
  static Stream<String> groups(Ledger.Question question) {
    return Stream.concat(
        Stream.concat(Stream.of(question.group()), question.other().stream()),
        question.over().stream().flatMap(over -> Stream.of(over.group(), over.other())));
  }

  /** What was measured leaves the claim open. */
  private static LedgerReading open(KeptRun run, String why) {
    return new LedgerReading(run, Double.POSITIVE_INFINITY, why, Expectation.Outcome.OPEN);
  }

  /** Zeros are the reason only if one is kept: a ratio can be missing for others as well. */
  private static String withoutRatio(List<KeptFigures> figures) {
    Optional<KeptFigures> unknown =
        figures.stream().filter(one -> one.censoring() != Censoring.NONE).findFirst();
    if (unknown.isPresent()) {
      return "no ratio" + missing(unknown.get());
    }
    if (figures.stream().anyMatch(KeptFigures::hasZero)) {
      return "no ratio, because of zeros";
    }
    if (figures.stream().anyMatch(one -> one.known().length == 1)) {
      return "no ratio: a group has only one figure";
    }
    return figures.stream().allMatch(KeptFigures::isConstant)
        ? "no ratio: the figures of each group are all alike"
        : "no ratio: the run has no comparison";
  }

  private static String missing(KeptFigures figures) {
    return figures.without() > 0
        ? ": an instance has no figure"
        : ": of an instance only a bound is known";
  }

  private static String shown(KeptRun.Comparison one, Ledger.Question question) {
    return (question.over().isPresent() ? "ratio of ratios " : "ratio ")
        + bound(one)
        + "%s [%s, %s]".formatted(shown(one.ratio()), shown(one.low()), shown(one.high()));
  }

  /** An interval that has no end on one side is that of a bound. */
  private static String bound(KeptRun.Comparison one) {
    if (one.low() == null || one.high() == null) {
      return "";
    }
    return Double.isInfinite(one.high()) ? "≥ " : Double.isInfinite(one.low()) ? "≤ " : "";
  }

  private static String instances(String figure, KeptFigures figures) {
    double[] sorted = sorted(figures);
    return "%s (instances %s to %s%s)"
        .formatted(
            figure,
            Units.number(sorted[0]),
            Units.number(sorted[sorted.length - 1]),
            figures.reservation());
  }

  private static double[] sorted(KeptFigures figures) {
    return Arrays.stream(figures.known()).sorted().toArray();
  }

  private static String shown(Double figure) {
    return figure == null ? Units.NONE : Units.number(figure);
  }
}
