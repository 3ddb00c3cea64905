package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.statistics.Holm;
import dev.jitterlab.lab.statistics.Power;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.summary.Summary.Comparison;
import dev.jitterlab.lab.summary.Summary.Undecided;
import dev.jitterlab.lab.validity.BaselineAgainstItself;
import dev.jitterlab.lab.validity.Finding;
import dev.jitterlab.lab.validity.Status;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The answer in one sentence: which group is best by the primary metric, by how much, and which
 * others the trial cannot tell from it; where only one group was measured twice, whether it differs
 * from itself.
 *
 * <p>The best group is compared with each other one directly, not through the baseline. Which one
 * that is was seen in the figures, so that all pairs of groups count as the family for {@link
 * Holm}'s correction: the chance that any difference is reported where there is none stays below 5
 * %.
 */
final class Verdict {
  private static final double LEVEL = 0.05;

  /** A sentence with more names is not read. */
  private static final int MOST_NAMED = 4;

  private final Metric metric;
  private final Contest contest;

  /** The ratio that makes no difference, where the author has said so. */
  private final Optional<Double> margin;

  private final List<Comparison> againstBaseline;

  private Verdict(
      Metric metric, Contest contest, Optional<Double> margin, List<Comparison> againstBaseline) {
    this.metric = metric;
    this.contest = contest;
    this.margin = margin;
    this.againstBaseline = againstBaseline;
  }

  /**
   * Another group against the best one.
   *
   * @param ratio of the best group's figure to this one's
   * @param pHolm corrected; 1 where the ratio has no interval
   */
  private record Rival(String group, double value, Optional<RatioEstimate> ratio, double pHolm) {
    private boolean separable() {
      return pHolm < LEVEL;
    }

    private boolean isWithin(double factor) {
      return ratio.flatMap(RatioEstimate::interval).filter(i -> i.isWithin(factor)).isPresent();
    }
  }

  /**
   * What the trial says.
   *
   * @param sentence the answer
   * @param undecided what it leaves open
   */
  record Answer(String sentence, List<Undecided> undecided) {}

  /**
   * Finds the answer.
   *
   * @param margin the part by which a ratio may differ from 1 without making a difference
   * @param againstBaseline what the groups' comparisons with the baseline by this metric gave
   */
  static Answer of(
      Metric metric,
      Contest contest,
      List<String> groups,
      Optional<Double> margin,
      List<Comparison> againstBaseline,
      List<Finding> findings) {
    for (Finding finding : findings) {
      if (finding.status() == Status.INVALID) {
        return new Answer(
            "Invalid trial: " + finding.why() + "; do not use these figures.", List.of());
      }
    }
    Optional<Finding> itself =
        findings.stream()
            .filter(BaselineAgainstItself::isItself)
            .filter(_ -> groups.size() == 1)
            .findFirst();
    Answer answer =
        itself
            .map(finding -> new Answer(capitalised(finding.why()), List.of()))
            .orElseGet(() -> new Verdict(metric, contest, margin, againstBaseline).answer(groups));
    String reservation =
        findings.stream()
            .filter(finding -> finding.status() == Status.WEAK)
            .filter(finding -> itself.isEmpty() || !BaselineAgainstItself.isItself(finding))
            .findFirst()
            .map(finding -> "; but the trial is weak: " + finding.why() + ".")
            .orElse(".");
    return new Answer(answer.sentence + reservation, answer.undecided);
  }

  private static String capitalised(String sentence) {
    return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
  }

  private Answer answer(List<String> groups) {
    Comparator<String> ascending =
        Comparator.comparing(group -> contest.value(metric, group).orElseThrow());
    List<String> measured =
        groups.stream()
            .filter(group -> contest.value(metric, group).isPresent())
            .sorted(metric.isHigherBetter() ? ascending.reversed() : ascending)
            .toList();
    if (measured.isEmpty()) {
      return new Answer("The trial has no figures for " + metric.words(), List.of());
    }
    String best = measured.getFirst();
    String bestValue = show(contest.value(metric, best).orElseThrow());
    List<Rival> rivals = rivals(best, measured.subList(1, measured.size()));
    if (rivals.isEmpty()) {
      return new Answer(
          "There is nothing to compare %s with: its %s is %s"
              .formatted(best, metric.words(), bestValue),
          List.of());
    }
    List<Undecided> undecided = undecided(best, rivals);
    return new Answer(
        rivals.size() == 1
            ? againstOne(best, bestValue, rivals.getFirst(), undecided)
            : againstMany(best, bestValue, rivals, undecided),
        undecided);
  }

  /** Those that cannot be told from the best, unless they are equal, and have an interval. */
  private List<Undecided> undecided(String best, List<Rival> rivals) {
    int pairs = (rivals.size() + 1) * rivals.size() / 2;
    return rivals.stream()
        .filter(rival -> !rival.separable())
        .filter(rival -> margin.filter(m -> rival.isWithin(1 + m)).isEmpty())
        .flatMap(
            rival -> rival.ratio().flatMap(r -> undecided(best, rival.group(), r, pairs)).stream())
        .toList();
  }

  private static Optional<Undecided> undecided(
      String best, String rival, RatioEstimate ratio, int pairs) {
    return ratio
        .uncertainty()
        .map(
            uncertainty -> {
              int needed = Power.instancesFor(ratio.ratio(), uncertainty, pairs);
              return new Undecided(
                  best,
                  rival,
                  uncertainty.instances(),
                  needed > Power.MOST_INSTANCES ? null : needed);
            });
  }

  private List<Rival> rivals(String best, List<String> others) {
    List<Optional<RatioEstimate>> ratios =
        others.stream()
            .map(other -> contest.ratio(metric, other, best).map(RatioEstimate::inverse))
            .toList();
    double[] pValues =
        ratios.stream().mapToDouble(r -> r.flatMap(RatioEstimate::pValue).orElse(1.0)).toArray();
    int pairs = (others.size() + 1) * others.size() / 2;
    double[] corrected = Holm.adjusted(pValues, pairs);
    return IntStream.range(0, others.size())
        .mapToObj(
            i ->
                new Rival(
                    others.get(i),
                    contest.value(metric, others.get(i)).orElseThrow(),
                    ratios.get(i),
                    corrected[i]))
        .toList();
  }

  private String againstOne(String best, String bestValue, Rival rival, List<Undecided> undecided) {
    String names = best + " and " + rival.group();
    String figures = rival.ratio().map(Verdict::ratio).orElse("without a ratio");
    Optional<String> equal = margin.filter(m -> rival.isWithin(1 + m)).map(Units::share);
    String difference =
        "%s %s than %s%s: its %s is %s against %s, %s"
            .formatted(
                best,
                metric.praise(),
                rival.group(),
                equal.map(part -> ", but by no more than " + part).orElse(""),
                metric.words(),
                bestValue,
                show(rival.value()),
                figures);
    if (rival.separable()) {
      return difference;
    }
    String both =
        ": their %s is %s and %s, %s"
            .formatted(metric.words(), bestValue, show(rival.value()), figures);
    return equal
        .map(part -> names + " do not differ by more than " + part + both)
        .orElseGet(
            () -> "The trial does not decide between " + names + both + moreInstances(undecided));
  }

  /** What would decide, were the ratio as it seems to be; nothing where no interval was given. */
  private static String moreInstances(List<Undecided> undecided) {
    if (undecided.isEmpty()) {
      return "";
    }
    Integer needed = undecided.getFirst().instancesNeeded();
    return needed == null
        ? "; it would take more than %d instances".formatted(Power.MOST_INSTANCES)
        : "; some %d instances would".formatted(needed);
  }

  /** Of many: what would decide between the best and that rival for which it takes the fewest. */
  private static String fewestInstances(List<Undecided> undecided) {
    return undecided.stream()
        .filter(one -> one.instancesNeeded() != null)
        .min(Comparator.comparing(Undecided::instancesNeeded))
        .map(
            one ->
                "; some %d instances would tell it from %s"
                    .formatted(one.instancesNeeded(), one.rival()))
        .orElse("");
  }

  private String againstMany(
      String best, String bestValue, List<Rival> rivals, List<Undecided> undecided) {
    String level =
        list(
            rivals.stream()
                .filter(rival -> !rival.separable())
                .map(rival -> "%s (%s)".formatted(rival.group(), show(rival.value())))
                .toList(),
            ", ");
    if (rivals.stream().noneMatch(Rival::separable)) {
      return "The trial does not decide: %s has the %s %s, %s, but cannot be told apart from %s%s%s"
          .formatted(
              best,
              metric.isHigherBetter() ? "highest" : "lowest",
              metric.words(),
              bestValue,
              level,
              fewestInstances(undecided),
              decidedAgainstBaseline());
    }
    String beaten =
        list(
            rivals.stream()
                .filter(Rival::separable)
                .map(
                    rival ->
                        "%s of %s, %s"
                            .formatted(
                                show(rival.value()),
                                rival.group(),
                                ratio(rival.ratio().orElseThrow())))
                .toList(),
            ", and ");
    return "%s %s than others: its %s is %s against %s%s"
        .formatted(
            best,
            metric.praise(),
            metric.words(),
            bestValue,
            beaten,
            level.isEmpty()
                ? ""
                : "; it cannot be told apart from " + level + fewestInstances(undecided));
  }

  /** Comparisons with the baseline are fewer than all pairs, so that more of them are decided. */
  private String decidedAgainstBaseline() {
    List<Comparison> decided =
        againstBaseline.stream()
            .filter(comparison -> comparison.pHolm() != null && comparison.pHolm() < LEVEL)
            .toList();
    if (decided.isEmpty()) {
      return "";
    }
    return "; held against %s alone are decided: %s"
        .formatted(
            decided.getFirst().baseline(),
            list(
                decided.stream()
                    .map(one -> "%s (%s times)".formatted(one.group(), Units.number(one.ratio())))
                    .toList(),
                ", "));
  }

  /** The first few, and how many more there are: the report has them all. */
  private static String list(List<String> words, String separator) {
    if (words.size() <= MOST_NAMED) {
      return String.join(separator, words);
    }
    return String.join(", ", words.subList(0, MOST_NAMED))
        + " and "
        + (words.size() - MOST_NAMED)
        + " more";
  }

  private static String ratio(RatioEstimate estimate) {
    return "a ratio of %s %s"
        .formatted(
            Units.number(estimate.ratio()),
            estimate
                .interval()
                .map(
                    interval ->
                        "(95 %% interval %s to %s)"
                            .formatted(Units.number(interval.low()), Units.number(interval.high())))
                .orElse("(no interval can be given)"));
  }

  private String show(double value) {
    return metric.format(value);
  }
}
