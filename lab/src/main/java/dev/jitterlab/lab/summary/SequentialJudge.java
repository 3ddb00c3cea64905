package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.TrialJudge;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.TrialLook;
import dev.jitterlab.lab.run.TrialLook.Outcome;
import dev.jitterlab.lab.run.TrialLook.Standing;
import dev.jitterlab.lab.run.TrialLook.State;
import dev.jitterlab.lab.statistics.Foresight;
import dev.jitterlab.lab.statistics.LookCorrection;
import dev.jitterlab.lab.statistics.PairFamily;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.summary.TrialOutcome.Decision;
import dev.jitterlab.lab.summary.TrialOutcome.Pair;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Ends a trial when every group's comparison with the baseline by the primary metric is settled:
 * they differ, they are equal within the experiment's margin, or the rounds that are left would
 * hardly show either. Decides by the same figures as the summary. Stateless.
 */
public final class SequentialJudge implements TrialJudge {
  @Override
  public TrialLook look(RunDirectory directory, Plan plan, int block, int rounds) {
    return look(MeasuredRun.readSoFar(directory), plan, block, rounds);
  }

  /** At what was measured so far. */
  static TrialLook look(MeasuredRun run, Plan plan, int block, int rounds) {
    return new Look(run, plan, rounds).judge(block);
  }

  /** What is compared: where there is one group, it and the one that repeats it. */
  private static List<String> groups(Plan plan) {
    List<String> contestants = plan.contestants().stream().map(Plan.Group::name).toList();
    return contestants.size() > 1
        ? contestants
        : Stream.concat(contestants.stream(), Stream.ofNullable(plan.analysis().calibration()))
            .toList();
  }

  private static final class Look {
    private final Plan plan;
    private final int rounds;
    private final int left;
    private final LookCorrection correction;
    private final List<Pair> pairs;
    private final Metric primary;
    private final Contest contest;
    private final double level;

    Look(MeasuredRun run, Plan plan, int rounds) {
      this.plan = plan;
      this.rounds = rounds;
      this.left = plan.design().sequential().atMost() - rounds;
      this.correction = plan.design().look(rounds);
      List<String> groups = groups(plan);
      String baseline = plan.analysis().baseline();
      this.contest = run.contest();
      this.primary = run.primary();
      Decisions decisions =
          new Decisions(
              run.primary(),
              contest,
              groups,
              baseline,
              Optional.ofNullable(plan.analysis().equivalenceMargin()),
              Verdict.LEVEL);
      this.pairs =
          groups.stream()
              .filter(group -> !group.equals(baseline))
              .map(group -> decisions.pair(group, baseline))
              .toList();
      this.level = level(groups.size());
    }

    /**
     * Empty where the ratio's uncertainty is not known. A figure that hangs on one value has
     * nothing ahead either: no look decides it, whatever levels the looks have that are left.
     */
    private Optional<Foresight> ahead(Pair pair) {
      return contest
          .ratio(primary, pair.group(), pair.other())
          .filter(_ -> !contest.hangsOnOneValue(primary, pair.group(), pair.other()))
          .flatMap(RatioEstimate::uncertainty)
          .map(
              uncertainty ->
                  Foresight.of(
                      uncertainty,
                      Math.log1p(margin()),
                      left,
                      more -> plan.design().look(rounds + more),
                      level));
    }

    /** That of one comparison, as those that are settled leave their part to the others. */
    private double level(int groups) {
      double share = PairFamily.baselineShare(groups);
      long settled = pairs.stream().filter(this::leavesItsPart).count();
      return Verdict.LEVEL * Math.min(1, share / Math.max(share, 1 - share * settled));
    }

    /** With a margin there are two questions, and Holm's correction waits for both. */
    private boolean leavesItsPart(Pair pair) {
      return margin() > 0
          ? pair.isDifferent() && pair.withinMargin()
          : pair.decision() != Decision.UNDECIDED;
    }

    TrialLook judge(int block) {
      List<Standing> standings = pairs.stream().map(this::standing).toList();
      Outcome outcome = outcome(standings);
      return new TrialLook(
          block,
          rounds,
          correction.nominal(Verdict.LEVEL),
          outcome,
          why(outcome, standings),
          standings);
    }

    private double margin() {
      return Optional.ofNullable(plan.analysis().equivalenceMargin()).orElse(0.0);
    }

    private Standing standing(Pair pair) {
      Optional<Foresight> foresight = ahead(pair);
      State state =
          switch (pair.decision()) {
            case BETTER, WORSE -> State.DIFFERENCE;
            case EQUIVALENT -> State.EQUIVALENCE;
            case UNDECIDED ->
                left > 0 && foresight.filter(Foresight::isFutile).isPresent()
                    ? State.FUTILITY
                    : State.OPEN;
          };
      boolean isDecided = state == State.DIFFERENCE || state == State.EQUIVALENCE;
      return new Standing(
          pair.group(),
          pair.other(),
          pair.ratio(),
          pair.low(),
          pair.high(),
          state,
          isDecided ? 1 : foresight.map(Foresight::closeness).orElseGet(() -> closeness(pair)),
          foresight.map(Foresight::chance).orElse(null),
          state == State.OPEN ? foresight.map(Foresight::roundsLeft).orElse(left) : 0,
          foresight.map(Foresight::detectableRatio).orElse(null));
    }

    /** Of figures without an interval, by the p-value of the instances. */
    private static double closeness(Pair pair) {
      return pair.p() == null
          ? 0
          : Math.clamp(Math.log(pair.pCorrected()) / Math.log(Verdict.LEVEL), 0, 1);
    }

    private Outcome outcome(List<Standing> standings) {
      List<State> states = standings.stream().map(Standing::state).distinct().toList();
      if (states.contains(State.OPEN)) {
        return left == 0 ? Outcome.AT_MOST : Outcome.GO_ON;
      }
      if (states.size() != 1) {
        return states.isEmpty() ? Outcome.FUTILITY : Outcome.SETTLED;
      }
      return switch (states.getFirst()) {
        case DIFFERENCE -> Outcome.DIFFERENCE;
        case EQUIVALENCE -> Outcome.EQUIVALENCE;
        case FUTILITY -> Outcome.FUTILITY;
        case OPEN -> throw new IllegalStateException("open comparisons were looked for before");
      };
    }

    private String why(Outcome outcome, List<Standing> standings) {
      if (standings.isEmpty()) {
        return "only one group is left, so there is nothing to decide.";
      }
      if (outcome == Outcome.GO_ON) {
        return "%d of %d comparisons are settled."
            .formatted(
                standings.stream().filter(one -> one.state() != State.OPEN).count(),
                standings.size());
      }
      return standings.stream().map(this::words).collect(Collectors.joining(" "));
    }

    private String oneTick(Standing one) {
      return contest.hangsOnOneValue(primary, one.group(), one.baseline())
          ? " The figure is that of the single worst tick, and a trial with several looks does"
              + " not decide by one tick: measure for longer, or take a lower quantile."
          : "";
    }

    private String words(Standing one) {
      String pair = one.group() + " and " + one.baseline();
      return switch (one.state()) {
        case DIFFERENCE -> pair + " differ.";
        case EQUIVALENCE ->
            "%s do not differ by more than %s.".formatted(pair, Units.share(margin()));
        case FUTILITY ->
            margin() > 0
                ? ("More rounds would hardly show that %s differ, or that they are equal within %s:"
                        + " the chance is %s.")
                    .formatted(pair, Units.share(margin()), Units.share(one.chance()))
                : "More rounds would hardly show a difference between %s: the chance is %s. %d rounds can show a ratio of %s or more."
                    .formatted(
                        pair,
                        Units.share(one.chance()),
                        rounds + left,
                        Units.ratio(one.detectableRatio()));
        case OPEN -> "%s were not decided in %d rounds.".formatted(pair, rounds) + oneTick(one);
      };
    }
  }
}
