package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.execution.TrialJudge;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.TrialLook;
import dev.jitterlab.lab.run.TrialLook.Outcome;
import dev.jitterlab.lab.run.TrialLook.Standing;
import dev.jitterlab.lab.run.TrialLook.State;
import dev.jitterlab.lab.statistics.Foresight;
import dev.jitterlab.lab.statistics.Holm;
import dev.jitterlab.lab.statistics.LookCorrection;
import dev.jitterlab.lab.statistics.RatioEstimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Ends a trial when every group's comparison with the baseline by the primary metric is settled:
 * they differ, they are equal within the experiment's margin, or the rounds that are left would
 * hardly show either. Decides by the same figures as the summary. Stateless.
 */
public final class SequentialJudge implements TrialJudge {
  private static final double LEVEL = 0.05;

  @Override
  public TrialLook look(RunDirectory directory, Plan plan, int block, int rounds) {
    MeasuredRun run = MeasuredRun.readSoFar(directory);
    List<String> compared = compared(plan);
    return new Look(run, plan, rounds, compared).judge(block);
  }

  /** The groups but the baseline; where there is none, the one that repeats the baseline. */
  private static List<String> compared(Plan plan) {
    List<String> others =
        plan.contestants().stream()
            .map(Plan.Group::name)
            .filter(group -> !group.equals(plan.analysis().baseline()))
            .toList();
    return others.isEmpty()
        ? Stream.ofNullable(plan.analysis().calibration()).toList()
        : others;
  }

  private static final class Look {
    private final Plan plan;
    private final Metric metric;
    private final int rounds;
    private final int left;
    private final LookCorrection correction;
    private final List<String> groups;
    private final List<Optional<RatioEstimate>> ratios;
    private final double[] pValues;

    Look(MeasuredRun run, Plan plan, int rounds, List<String> groups) {
      this.plan = plan;
      this.metric = run.primary();
      this.rounds = rounds;
      this.left = plan.design().sequential().atMost() - rounds;
      this.correction = plan.design().look(rounds);
      this.groups = groups;
      Contest contest = run.contest();
      this.ratios =
          groups.stream()
              .map(group -> contest.ratio(metric, group, plan.analysis().baseline()))
              .toList();
      this.pValues =
          Holm.adjusted(
              ratios.stream()
                  .mapToDouble(
                      ratio ->
                          ratio
                              .flatMap(RatioEstimate::pValue)
                              .map(correction::overall)
                              .orElse(1.0))
                  .toArray());
    }

    TrialLook judge(int block) {
      List<Standing> standings = new ArrayList<>();
      for (int i = 0; i < groups.size(); i++) {
        standings.add(standing(i));
      }
      Outcome outcome = outcome(standings);
      return new TrialLook(
          block, rounds, correction.nominal(LEVEL), outcome, why(outcome, standings), standings);
    }

    private double margin() {
      return Optional.ofNullable(plan.analysis().equivalenceMargin()).orElse(0.0);
    }

    private Standing standing(int i) {
      Optional<RatioEstimate> ratio = ratios.get(i);
      Optional<Foresight> ahead =
          ratio.flatMap(
              one ->
                  one.uncertainty()
                      .map(
                          uncertainty ->
                              Foresight.of(
                                  Math.log(one.ratio()),
                                  uncertainty,
                                  Math.log1p(margin()),
                                  left,
                                  this::nominal)));
      boolean isDifferent = pValues[i] < LEVEL;
      boolean isEqual =
          !isDifferent && margin() > 0 && ahead.filter(one -> one.closeness() >= 1).isPresent();
      State state =
          isDifferent
              ? State.DIFFERENCE
              : isEqual
                  ? State.EQUIVALENCE
                  : left > 0 && ahead.filter(Foresight::isFutile).isPresent()
                      ? State.FUTILITY
                      : State.OPEN;
      Optional<RatioEstimate.Interval> interval = ratio.flatMap(RatioEstimate::interval);
      return new Standing(
          groups.get(i),
          plan.analysis().baseline(),
          ratio.map(RatioEstimate::ratio).filter(Double::isFinite).orElse(null),
          interval.map(RatioEstimate.Interval::low).orElse(null),
          interval.map(RatioEstimate.Interval::high).filter(Double::isFinite).orElse(null),
          state,
          isDifferent || isEqual ? 1 : ahead.map(Foresight::closeness).orElse(0.0),
          ahead.map(Foresight::chance).orElse(null),
          state == State.OPEN ? ahead.map(Foresight::roundsLeft).orElse(left) : 0,
          ahead.map(Foresight::detectableRatio).orElse(null));
    }

    /** For one comparison, were each of those that are open to be decided by itself. */
    private double nominal(int more) {
      long open = Arrays.stream(pValues).filter(p -> p >= LEVEL).count();
      return plan.design().look(rounds + more).nominal(LEVEL / Math.max(1, open));
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
      List<String> sentences = new ArrayList<>();
      for (Standing one : standings) {
        sentences.add(words(one));
      }
      return String.join(" ", sentences);
    }

    private String words(Standing one) {
      String pair = one.group() + " and " + one.baseline();
      return switch (one.state()) {
        case DIFFERENCE -> pair + " differ.";
        case EQUIVALENCE ->
            "%s do not differ by more than %s.".formatted(pair, Units.share(margin()));
        case FUTILITY ->
            margin() > 0
                ? "More rounds would hardly show that %s differ, nor that they are equal within %s: the chance is %s."
                    .formatted(pair, Units.share(margin()), Units.share(one.chance()))
                : "No difference between %s of the size you asked about (a ratio of %s or more, which %d rounds can show) would be found: the chance is %s."
                    .formatted(
                        pair,
                        Units.number(one.detectableRatio()),
                        rounds + left,
                        Units.share(one.chance()));
        case OPEN -> "%s were not decided in %d rounds.".formatted(pair, rounds);
      };
    }
  }
}
