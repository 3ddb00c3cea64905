package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.summary.TrialOutcome.Decision;
import dev.jitterlab.lab.summary.TrialOutcome.Figure;
import dev.jitterlab.lab.summary.TrialOutcome.Kind;
import dev.jitterlab.lab.summary.TrialOutcome.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** Puts an outcome into sentences: {@code verdict} in summary.json. Stateless but for its input. */
public record VerdictWords(TrialOutcome outcome, Metric metric) {
  /** A sentence with more names is not read; the report has them all. */
  private static final int MOST_NAMED = 4;

  /** All that the outcome says, with every reservation. */
  public static String of(TrialOutcome outcome, Metric metric) {
    return new VerdictWords(outcome, metric).text();
  }

  private String text() {
    String reasons = String.join("; ", outcome.reservations());
    if (outcome.kind() == Kind.INVALID) {
      return "The trial is invalid: " + reasons + ". Do not use these figures.";
    }
    List<String> sentences = new ArrayList<>(answer());
    if (outcome.rivals().size() > 1) {
      withoutFigure(sentences);
    }
    if (!reasons.isEmpty()) {
      sentences.add("The trial is weak: " + reasons + ".");
    }
    return String.join(" ", sentences);
  }

  private List<String> answer() {
    return switch (outcome.kind()) {
      case INVALID -> List.of();
      case NOTHING_TO_COMPARE -> List.of(nothingToCompare());
      case ITSELF -> List.of(itself(outcome.rivals().getFirst()));
      case BOUND_ONLY -> List.of(boundOnly());
      case DIFFERENCE, EQUIVALENCE, UNDECIDED ->
          outcome.rivals().size() == 1 ? againstOne(outcome.rivals().getFirst()) : againstMany();
    };
  }

  private String nothingToCompare() {
    List<Figure> known =
        outcome.figures().stream().filter(figure -> figure.value() != null).toList();
    if (known.isEmpty()) {
      return "There is nothing to compare: no group has a figure of %s.".formatted(metric.words());
    }
    List<String> unknown = outcome.withoutFigure();
    return "There is nothing to compare %s with%s. Its %s is %s."
        .formatted(
            outcome.best(),
            unknown.isEmpty()
                ? ""
                : ": %s no figure of %s"
                    .formatted(
                        list(unknown) + (unknown.size() == 1 ? " has" : " have"), metric.words()),
            metric.words(),
            shown(known.getFirst(), metric));
  }

  /**
   * Whether nothing says if the two differ: a figure is only a bound, there is no p-value, or no
   * look decides the figure, because one tick makes it. Then the interval has no ends.
   */
  public static boolean isUncompared(Pair pair) {
    boolean isRefused =
        pair.ratio() != null
            && pair.low() != null
            && pair.ratio() > 0
            && pair.low() <= 0
            && pair.high() == null;
    return isRefused || pair.bound() != null || (pair.p() == null && !areBothZero(pair));
  }

  private String itself(Pair pair) {
    if (isUncompared(pair)) {
      return "The baseline, measured twice, could not be compared with itself: its %s is %s and %s."
          .formatted(
              metric.words(),
              known(pair.group(), pair.value()),
              known(pair.other(), pair.otherValue()));
    }
    return "The baseline, measured twice, %s itself: its %s is %s and %s (%s)."
        .formatted(
            pair.isDifferent() ? "differs from" : "does not differ from",
            metric.words(),
            metric.format(pair.value()),
            metric.format(pair.otherValue()),
            ratio(pair));
  }

  private static boolean areBothZero(Pair pair) {
    return pair.isKnown() && pair.value() == 0 && pair.otherValue() == 0;
  }

  private String boundOnly() {
    return "No group's %s was found, only bounds: %s."
        .formatted(
            metric.words(),
            list(
                outcome.figures().stream()
                    .filter(figure -> figure.value() != null)
                    .map(figure -> figure.group() + " " + shown(figure, metric))
                    .toList()));
  }

  private List<String> againstOne(Pair pair) {
    if (!pair.isKnown()) {
      return List.of(
          "No difference was found between %s and %s: no round has a figure of both."
              .formatted(pair.group(), pair.other()));
    }
    String figures =
        "%s is %s and %s (%s)."
            .formatted(
                metric.words(), value(pair.group(), pair.value()),
                value(pair.other(), pair.otherValue()), ratio(pair));
    return switch (pair.decision()) {
      case BETTER, WORSE ->
          List.of(
              "%s %s than %s%s: its %s is %s against %s (%s)."
                  .formatted(
                      better(pair),
                      metric.praise(),
                      worse(pair),
                      pair.withinMargin() ? ", but by no more than " + margin() : "",
                      metric.words(),
                      value(pair.group(), pair.value()),
                      value(pair.other(), pair.otherValue()),
                      ratio(pair)));
      case EQUIVALENT ->
          List.of(
              "%s and %s do not differ by more than %s."
                  .formatted(pair.group(), pair.other(), margin()),
              "Their " + figures);
      case UNDECIDED ->
          List.of(
              "No difference was found between %s and %s.".formatted(pair.group(), pair.other()),
              "Their " + figures + detectable(pair));
    };
  }

  private static String better(Pair pair) {
    return pair.decision() == Decision.WORSE ? pair.other() : pair.group();
  }

  private static String worse(Pair pair) {
    return pair.decision() == Decision.WORSE ? pair.group() : pair.other();
  }

  /** What such a trial could have found; says nothing about the ratio that it saw. */
  private static String detectable(Pair pair) {
    return pair.detectableRatio() == null
        ? ""
        : " %d instances that vary like these show a ratio of %s or more in 4 of 5 trials."
            .formatted(pair.instances(), Units.ratio(pair.detectableRatio()));
  }

  private List<String> againstMany() {
    List<String> sentences = new ArrayList<>();
    String best = outcome.best();
    String value = shown(outcome.figures().getFirst(), metric);
    List<Pair> beaten = rivals(pair -> pair.decision() == Decision.BETTER);
    List<Pair> open = rivals(pair -> pair.decision() == Decision.UNDECIDED);
    List<Pair> lost = rivals(pair -> pair.decision() == Decision.WORSE);
    List<Pair> equal = rivals(pair -> pair.decision() == Decision.EQUIVALENT);
    if (beaten.isEmpty()) {
      String place = metric.isHigherBetter() ? "highest" : "lowest";
      boolean isKnown = outcome.figures().getFirst().bound() == null;
      sentences.add(
          "No group was found to be the best: %s %s the %s %s%s, %s%s."
              .formatted(
                  best,
                  isKnown ? "has" : "may have",
                  place,
                  metric.words(),
                  isFirst() ? "" : " in the rounds that it shares with others",
                  isFirst() ? value : value + " in all of its own",
                  open.isEmpty() ? "" : ", but it was not separated from " + withValues(open)));
    } else {
      boolean isOfAll = beaten.stream().allMatch(this::isOfAll);
      sentences.add(
          "%s %s than %s: its %s is %s%s."
              .formatted(
                  best,
                  metric.praise(),
                  list(beaten.stream().map(Pair::other).toList()),
                  metric.words(),
                  isOfAll ? value + " against " : "",
                  list(
                      beaten.stream()
                          .map(
                              pair ->
                                  "%s%s of %s (%s)"
                                      .formatted(
                                          isOfAll ? "" : value(best, pair.value()) + " against ",
                                          value(pair.other(), pair.otherValue()),
                                          pair.other(),
                                          ratio(pair)))
                          .toList())));
      if (!open.isEmpty()) {
        sentences.add("It was not separated from %s.".formatted(withValues(open)));
      }
    }
    if (!lost.isEmpty()) { // in the rounds that it shares with them
      sentences.add("But %s.".formatted(decided(lost)));
    }
    if (!equal.isEmpty()) {
      sentences.add(
          "%s does not differ by more than %s from %s."
              .formatted(best, margin(), withValues(equal)));
    }
    againstBaseline(sentences, beaten);
    others(sentences);
    return sentences;
  }

  private List<Pair> rivals(Predicate<Pair> chosen) {
    return outcome.rivals().stream()
        .filter(pair -> pair.isKnown() && !outcome.withoutFigure().contains(pair.other()))
        .filter(chosen)
        .toList();
  }

  private String withValues(List<Pair> pairs) {
    return list(
        pairs.stream()
            .map(
                pair ->
                    "%s (%s%s)"
                        .formatted(
                            pair.other(),
                            value(pair.other(), pair.otherValue()),
                            isOfAll(pair)
                                ? ""
                                : " against " + value(pair.group(), pair.value()) + " there"))
            .toList());
  }

  /** Whether the best group's figure is in this pair what it is in all of its instances. */
  private boolean isOfAll(Pair pair) {
    return pair.value().equals(outcome.figures().getFirst().value());
  }

  /** Whether no group has a better figure in all of its instances. */
  private boolean isFirst() {
    double first = outcome.figures().getFirst().value();
    return outcome.figures().stream()
        .map(Figure::value)
        .filter(Objects::nonNull)
        .noneMatch(value -> metric.isHigherBetter() ? value > first : value < first);
  }

  /** A pair of which neither group is the best, or the baseline. */
  private void others(List<String> sentences) {
    if (!outcome.others().isEmpty()) {
      sentences.add("Among the others, %s.".formatted(decided(outcome.others())));
    }
  }

  /** Which group of each pair is the better one. */
  private String decided(List<Pair> pairs) {
    return list(
        pairs.stream()
            .map(
                pair ->
                    "%s %s than %s (%s)"
                        .formatted(better(pair), metric.praise(), worse(pair), ratio(pair)))
            .toList());
  }

  /** Where the best group is not better than the baseline, what else is decided against that. */
  private void againstBaseline(List<String> sentences, List<Pair> beaten) {
    List<Pair> decided = outcome.againstBaseline().stream().filter(Pair::isDifferent).toList();
    if (decided.isEmpty()
        || beaten.stream()
            .anyMatch(
                pair ->
                    pair.other().equals(decided.getFirst().other())
                        || pair.group().equals(decided.getFirst().other()))) {
      return;
    }
    sentences.add(
        "Compared with the baseline, %s: %s."
            .formatted(
                decided.getFirst().other(),
                list(
                    decided.stream()
                        .map(
                            pair ->
                                "%s is %s (%s)"
                                    .formatted(
                                        pair.group(),
                                        (pair.decision() == Decision.BETTER)
                                                == metric.isHigherBetter()
                                            ? "higher"
                                            : "lower",
                                        ratio(pair)))
                        .toList())));
  }

  private void withoutFigure(List<String> sentences) {
    List<String> unknown = outcome.withoutFigure();
    if (!unknown.isEmpty()) {
      sentences.add(
          "%s %s no figure of %s and %s not compared."
              .formatted(
                  list(unknown),
                  unknown.size() == 1 ? "has" : "have",
                  metric.words(),
                  unknown.size() == 1 ? "was" : "were"));
    }
  }

  private String margin() {
    return Units.share(outcome.equivalenceMargin());
  }

  /** {@code ratio 0.94, 95 % interval 0.76 to 1.17}. */
  private String ratio(Pair pair) {
    if (pair.isRatioUnknown() || (pair.ratio() == null && pair.low() == null)) {
      return pair.isDifferent()
          ? "a figure is zero, so that no ratio can be given"
          : "no ratio can be given";
    }
    if (pair.ratio() == null) {
      return "ratio at least %s with %s certainty".formatted(Units.ratio(pair.low()), percent());
    }
    String ratio =
        "ratio %s%s"
            .formatted(
                pair.bound() == null ? "" : pair.bound().equals("below") ? "at most " : "at least ",
                Units.ratio(pair.ratio()));
    return pair.low() == null || pair.high() == null
        ? ratio + ", no interval can be given"
        : "%s, %s interval %s to %s"
            .formatted(ratio, percent(), Units.ratio(pair.low()), Units.ratio(pair.high()));
  }

  private String percent() {
    return Units.share(1 - outcome.level());
  }

  private String known(String group, Double value) {
    return value == null ? "unknown" : value(group, value);
  }

  private String value(String group, double value) {
    String bound =
        outcome.figures().stream()
            .filter(figure -> figure.group().equals(group))
            .findFirst()
            .map(Figure::bound)
            .orElse(null);
    return bounded(bound) + metric.format(value);
  }

  /** A group's figure; where it is only a bound, that is said. */
  public static String shown(Figure figure, Metric metric) {
    return bounded(figure.bound()) + metric.format(figure.value());
  }

  private static String bounded(String bound) {
    return bound == null ? "" : bound.equals("below") ? "below " : "at least ";
  }

  /** The first few, and how many more there are. */
  private static String list(List<String> words) {
    if (words.size() == 1) {
      return words.getFirst();
    }
    if (words.size() <= MOST_NAMED) {
      return String.join(", ", words.subList(0, words.size() - 1)) + " and " + words.getLast();
    }
    return "%s and %d more"
        .formatted(String.join(", ", words.subList(0, MOST_NAMED)), words.size() - MOST_NAMED);
  }
}
