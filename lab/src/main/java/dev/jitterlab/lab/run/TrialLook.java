package dev.jitterlab.lab.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * One look at a trial that ends when it is decided; part of {@code run.json}.
 *
 * @param block the block after which it was, by its number
 * @param rounds how many rounds had finished; one has one instance of every group
 * @param nominalLevel how small the p-value of a single comparison must be at this look, so that
 *     all looks together raise a false alarm in at most 5 % of trials
 * @param outcome what became of the trial
 * @param why the same in words
 * @param standings how each comparison stood
 */
public record TrialLook(
    int block,
    int rounds,
    double nominalLevel,
    Outcome outcome,
    String why,
    List<Standing> standings) {
  /** Copies the list. */
  public TrialLook {
    standings = List.copyOf(standings);
  }

  /** Whether the trial ended with it. */
  public boolean ends() {
    return outcome != Outcome.GO_ON;
  }

  /** How many more rounds will probably decide all comparisons; 0 where none is open. */
  public int roundsLeft() {
    return standings.stream()
        .filter(standing -> standing.state() == State.OPEN)
        .mapToInt(Standing::roundsLeft)
        .max()
        .orElse(0);
  }

  /** How many comparisons are not open any more. */
  public int settled() {
    return (int) standings.stream().filter(standing -> standing.state() != State.OPEN).count();
  }

  /** What became of a trial at a look. */
  public enum Outcome {
    /** Something is open, and more rounds may settle it. */
    @JsonProperty("go_on")
    GO_ON,
    /** Every group differs from its rival. */
    @JsonProperty("difference")
    DIFFERENCE,
    /** Every group is as good as equal to its rival. */
    @JsonProperty("equivalence")
    EQUIVALENCE,
    /** More rounds would hardly settle what is open. */
    @JsonProperty("futility")
    FUTILITY,
    /** Every comparison is settled, not all in the same way. */
    @JsonProperty("settled")
    SETTLED,
    /** All rounds have finished, and something is open. */
    @JsonProperty("at_most")
    AT_MOST
  }

  /** How a comparison stands. */
  public enum State {
    /** More rounds may settle it. */
    @JsonProperty("open")
    OPEN,
    /** The groups differ. */
    @JsonProperty("difference")
    DIFFERENCE,
    /** They differ by no more than the experiment's {@code equivalence_margin}. */
    @JsonProperty("equivalence")
    EQUIVALENCE,
    /** The rounds that are left would hardly settle it. */
    @JsonProperty("futility")
    FUTILITY
  }

  /**
   * How one comparison stood at a look.
   *
   * @param group the group
   * @param baseline what it is compared with
   * @param ratio group / baseline by the primary metric; null where unknown
   * @param low lower end of its interval, which holds at all looks together; null where unknown
   * @param high upper end; null where unknown
   * @param state how it stands
   * @param closeness how much of the way to a decision is gone, 0 to 1
   * @param chance the chance that the last round, if it comes to that, finds it decided, were the
   *     rounds to come like those so far; null where unknown
   * @param roundsLeft after how many more rounds it will probably be decided; 0 where it is not
   *     open
   * @param detectableRatio the smallest ratio above 1 that the last round would find in four of
   *     five trials; null where unknown
   */
  public record Standing(
      String group,
      String baseline,
      Double ratio,
      Double low,
      Double high,
      State state,
      double closeness,
      Double chance,
      int roundsLeft,
      Double detectableRatio) {}
}
