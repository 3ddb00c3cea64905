package dev.jitterlab.lab.summary;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.jitterlab.lab.statistics.Censoring;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a trial decides about its primary metric; {@code outcome} in summary.json. Every sentence
 * about the verdict is made of this and nothing else. Immutable.
 *
 * @param kind what the trial can say
 * @param level the probability with which any of its decisions may be false, all taken together
 * @param equivalenceMargin the part by which a ratio may differ from 1 without making a difference;
 *     null where the author has named none
 * @param best the group that is ahead by the figures; null where none is
 * @param bestOfAll whether the best group is decided to be better than, or equivalent to, each of
 *     the others
 * @param figures what each group has of the metric, the best first, those without a figure last
 * @param rivals the best group against each of the others
 * @param againstBaseline each of the other groups against the baseline
 * @param reservations why the trial is weak, or invalid: every reason
 * @param others of all other pairs, those of which one group is better
 */
public record TrialOutcome(
    Kind kind,
    double level,
    Double equivalenceMargin,
    String best,
    boolean bestOfAll,
    List<Figure> figures,
    List<Pair> rivals,
    List<Pair> againstBaseline,
    List<String> reservations,
    List<Pair> others) {
  /** What a trial can say. */
  public enum Kind {
    /** At least one pair of groups differs. */
    @JsonProperty("difference")
    DIFFERENCE,
    /** No other group differs from the best one by as much as matters. */
    @JsonProperty("equivalence")
    EQUIVALENCE,
    /** No difference was found, and it is not excluded. */
    @JsonProperty("undecided")
    UNDECIDED,
    /** Every group has only a bound, so that no ratio is known. */
    @JsonProperty("bound-only")
    BOUND_ONLY,
    /** Fewer than two groups have a figure or a bound. */
    @JsonProperty("nothing-to-compare")
    NOTHING_TO_COMPARE,
    /** One group was measured twice. */
    @JsonProperty("itself")
    ITSELF,
    /** The figures must not be used. */
    @JsonProperty("invalid")
    INVALID
  }

  /** Of a pair: the first group against the second. */
  public enum Decision {
    /** It is better. */
    @JsonProperty("better")
    BETTER,
    /** It is worse. */
    @JsonProperty("worse")
    WORSE,
    /** They do not differ by as much as matters. */
    @JsonProperty("equivalent")
    EQUIVALENT,
    /** Chance may be why they differ. */
    @JsonProperty("undecided")
    UNDECIDED
  }

  /**
   * What a group has of the primary metric.
   *
   * @param value the figure, or a bound of it; null where nothing is known
   * @param bound {@code at_least} or {@code below} where only a bound is known; else null
   */
  public record Figure(String group, Double value, String bound) {}

  /**
   * Two groups, by the same instances throughout.
   *
   * @param group the first
   * @param other the second
   * @param value the first one's figure in these instances; null where nothing is known
   * @param otherValue the second one's
   * @param instances how many pairs of instances, or instances of the smaller group; null where one
   *     of them has none
   * @param ratio group / other; null where it is unknown, or the other's figure is zero
   * @param low lower end of its interval at the outcome's level, not corrected; null where there is
   *     none
   * @param high upper end
   * @param bound {@code at_least} or {@code below} where the ratio is only a bound of the true one;
   *     {@code unknown} where it is not even that; else null
   * @param p of "no difference", not corrected; null where it cannot be given
   * @param pCorrected the same, corrected for all pairs and both questions; below the level, the
   *     pair is decided
   * @param pEquivalence of "the difference is as large as matters", corrected likewise; null where
   *     nobody asked
   * @param decision what is decided
   * @param withinMargin whether the ratio surely lies within the equivalence margin, whatever else
   *     is decided
   * @param detectableRatio the smallest ratio above 1 that so many instances, varying like these,
   *     find in four of five trials; null where it cannot be given
   */
  public record Pair(
      String group,
      String other,
      Double value,
      Double otherValue,
      Integer instances,
      Double ratio,
      Double low,
      Double high,
      String bound,
      Double p,
      Double pCorrected,
      Double pEquivalence,
      Decision decision,
      boolean withinMargin,
      Double detectableRatio) {
    /** Whether one of both is better. */
    @JsonIgnore
    public boolean isDifferent() {
      return decision == Decision.BETTER || decision == Decision.WORSE;
    }

    /** Whether the true ratio may be lower than this one, because that is only a bound. */
    public boolean mayBeLess() {
      return bound != null && !bound.equals(word(Censoring.AT_LEAST));
    }

    /** Whether the true ratio may be anything: not even a bound of it is known. */
    @JsonIgnore
    public boolean isRatioUnknown() {
      return word(Censoring.UNKNOWN).equals(bound);
    }

    /** Whether both have a figure or a bound. */
    @JsonIgnore
    public boolean isKnown() {
      return value != null && otherValue != null;
    }
  }

  /** An outcome without decisions. */
  static TrialOutcome without(
      Kind kind, double level, Optional<Double> margin, List<Figure> figures) {
    return new TrialOutcome(
        kind,
        level,
        margin.orElse(null),
        figures.stream()
            .filter(figure -> figure.value() != null)
            .map(Figure::group)
            .findFirst()
            .orElse(null),
        false,
        figures,
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  /** The same with those reservations. */
  TrialOutcome with(List<String> reasons) {
    return new TrialOutcome(
        kind,
        level,
        equivalenceMargin,
        best,
        bestOfAll,
        figures,
        rivals,
        againstBaseline,
        reasons,
        others);
  }

  /** The pair of these two groups, the first against the second, if it was looked at. */
  public Optional<Pair> pair(String group, String other) {
    return Stream.concat(againstBaseline.stream(), rivals.stream())
        .filter(pair -> pair.group().equals(group) && pair.other().equals(other))
        .findFirst();
  }

  /** The groups of which nothing is known. */
  @JsonIgnore
  public List<String> withoutFigure() {
    return figures.stream().filter(figure -> figure.value() == null).map(Figure::group).toList();
  }

  /** The word for a bound; null for a figure. */
  static String word(Censoring censoring) {
    return switch (censoring) {
      case NONE -> null;
      case AT_LEAST -> "at_least";
      case BELOW -> "below";
      case UNKNOWN -> "unknown";
    };
  }

  /** Lists are never null. Older summaries say nothing of other pairs. */
  public TrialOutcome {
    figures = Objects.requireNonNullElse(figures, List.of());
    rivals = Objects.requireNonNullElse(rivals, List.of());
    againstBaseline = Objects.requireNonNullElse(againstBaseline, List.of());
    reservations = Objects.requireNonNullElse(reservations, List.of());
    others = Objects.requireNonNullElse(others, List.of());
  }
}
