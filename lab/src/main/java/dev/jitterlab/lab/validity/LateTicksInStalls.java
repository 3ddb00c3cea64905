package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.ScrapedMetric;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.validity.evidence.AttributableLateTicks;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.IdleControl;
import dev.jitterlab.lab.validity.evidence.Kind;
import dev.jitterlab.lab.validity.evidence.WaitInStalls;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where stalls of the idle control process explain more than a tenth of them, the figures are in
 * part about the machine. Where it mostly waited for a CPU, and nobody but the run's own processes
 * worked, the machine did not stall: the servers, their compilers and collectors filled it.
 *
 * <p>A verdict on a quantile is about the values beyond it, a tenth of all for p90. Stalls that
 * took less than a tenth of that share of the time cannot have made it, whatever they did to the
 * latest ticks. Where servers have no ticks, nobody counts what is late: then stalls that took more
 * can have made it, and of a verdict on anything but a quantile nothing is known.
 */
final class LateTicksInStalls extends Check {
  /** Of fewer nothing can be said. */
  private static final double FEWEST_LATE_TICKS = 10;

  /** If the machine stalls nearly all the time, there is no quiet time to compare with. */
  private static final double MOST_STALLED_RATIO = 0.9;

  /** Of the values beyond the verdict's quantile, what the machine may have touched. */
  private static final double LEAST_OF_TAIL = 0.1;

  private static final String NO_TAIL =
      "no server has ticks and the primary metric is no quantile such as p99, so the effect of the"
          + " stalls is not known";

  LateTicksInStalls() {
    super(
        Question.of(
                "late_ticks_in_machine_stalls_ratio",
                Unit.RATIO,
                "Did the servers cause what was late, and not the machine?")
            .titled("Lateness in machine stalls")
            .from(Dependence.CONTROL, Dependence.OUTCOME)
            .limit(0.1, 1)
            .needs("what came late was not sampled", Kind.MEASUREMENT, Kind.CONTROL, Kind.SAMPLES));
  }

  @Override
  protected Finding unknown(Evidence evidence) {
    if (evidence.plan().safeguards().control().isEmpty()) {
      return withoutEvidence(
          "no idle control process ran, so the machine's own stalls are not known");
    }
    if (!controls(evidence).isEmpty()) {
      return unknown();
    }
    return evidence.blocksKeptBusy().isEmpty()
        ? withoutEvidence("the idle control process recorded nothing")
        : unseen("the machine was kept busy on purpose");
  }

  /** Those of blocks in which the machine was not kept busy on purpose. */
  private static List<IdleControl> controls(Evidence evidence) {
    Set<Integer> leftOut = evidence.blocksKeptBusy();
    return evidence.controls().stream()
        .filter(control -> !leftOut.contains(control.block()))
        .toList();
  }

  @Override
  protected Finding examine(Evidence evidence) {
    List<IdleControl> controls = controls(evidence);
    if (controls.isEmpty()) {
      return unknown(evidence);
    }
    SamplesReader samples = evidence.samples().orElseThrow();
    AttributableLateTicks late = AttributableLateTicks.of(controls, evidence, samples);
    Standstill machine = Standstill.of(controls, evidence, samples);
    if (late.seconds() == 0) {
      return evidence.plan().hasTicks() ? unknown() : withoutTicks(machine, judged(evidence));
    }
    boolean always = late.stalledRatio() > MOST_STALLED_RATIO;
    boolean few = late.late() < FEWEST_LATE_TICKS;
    Optional<String> outOfReach =
        judged(evidence)
            .filter(quantile -> !quantile.isMaximum())
            .filter(quantile -> machine.ofTail(quantile) <= LEAST_OF_TAIL)
            .map(machine::reach);
    double value =
        few || machine.filled() || outOfReach.isPresent() ? 0 : always ? 1 : late.explainedRatio();
    return graded(
        value,
        why(machine, Optional.of(lateTicks(late, few, always)), outOfReach.filter(_ -> !few)),
        machine.remedy());
  }

  /**
   * Nobody counted what was late, so only the length of the stalls is known, and only a tail can be
   * compared with it.
   */
  private Finding withoutTicks(Standstill machine, Optional<Judged> judged) {
    if (machine.seconds() == 0 || machine.filled()) {
      return graded(0, why(machine, Optional.empty(), Optional.empty()), machine.remedy());
    }
    if (judged.isEmpty()) {
      return unseen(why(machine, Optional.empty(), Optional.of(NO_TAIL)));
    }
    Judged quantile = judged.get();
    if (quantile.isMaximum()) {
      return graded(
          1,
          why(machine, Optional.empty(), Optional.of("one of these can have made the maximum")),
          machine.remedy());
    }
    return graded(
        Math.min(1, machine.ofTail(quantile)),
        why(machine, Optional.empty(), Optional.of(machine.reach(quantile))),
        machine.remedy());
  }

  private static String why(Standstill machine, Optional<String> ticks, Optional<String> reach) {
    return Stream.of(
            Optional.of(stalls(machine.controls())),
            ticks,
            waited(machine.seconds(), machine.waited()),
            reach,
            Optional.of("the run's own processes had it").filter(_ -> machine.filled()))
        .flatMap(Optional::stream)
        .collect(Collectors.joining("; "));
  }

  /**
   * How long the machine stood still.
   *
   * @param controls what saw it
   * @param seconds for how long, over all blocks
   * @param waited for how much of that the idle processes waited for a CPU that others had
   * @param filled whether that was most of it, and nobody but the run's own processes worked
   */
  private record Standstill(
      List<IdleControl> controls, double seconds, double waited, boolean filled) {
    static Standstill of(List<IdleControl> controls, Evidence evidence, SamplesReader samples) {
      double seconds = controls.stream().mapToDouble(IdleControl::stalledSeconds).sum();
      double waited = Math.min(seconds, WaitInStalls.seconds(controls, samples));
      return new Standstill(
          controls, seconds, waited, isFull(seconds, waited) && isAlone(controls, evidence));
    }

    private static boolean isFull(double seconds, double waited) {
      return waited > seconds / 2;
    }

    /** The share of the time, in the block where it was greatest. */
    private double worstRatio() {
      return controls.stream().mapToDouble(IdleControl::stalledShare).max().orElseThrow();
    }

    /** That share over the share of the values that are beyond a quantile. */
    double ofTail(Judged quantile) {
      return worstRatio() / (1 - quantile.share());
    }

    /** Whether it can have made the verdict on that quantile. */
    String reach(Judged quantile) {
      return "the machine stood still for %s of the time at most, %s to affect the verdict's %s"
          .formatted(
              Units.share(worstRatio()),
              ofTail(quantile) <= LEAST_OF_TAIL ? "too little" : "enough",
              quantile.title());
    }

    String remedy() {
      return isFull(seconds, waited)
          ? "The CPUs were full: offer less load, run fewer servers at once, or take more cores."
          : "Run on a machine without neighbours, or again at another time.";
    }
  }

  /**
   * The quantile that a verdict is about.
   *
   * @param title for a reader: {@code p99.9}, or as the experiment names its own
   * @param share the share of values that are not above it
   */
  private record Judged(String title, double share) {
    boolean isMaximum() {
      return share >= 1;
    }
  }

  /** The quantile that the verdict is about; empty if it is about something else. */
  private static Optional<Judged> judged(Evidence evidence) {
    String metric = evidence.plan().analysis().primaryMetric();
    if (metric == null) {
      return Optional.empty();
    }
    Optional<ScrapedMetric> own = evidence.plan().analysis().metrics().scraped(metric);
    return own.isPresent()
        ? judged(own.get().reading())
        : Stream.of(Quantile.values())
            .filter(quantile -> metric.endsWith("." + quantile.key()))
            .map(quantile -> new Judged(quantile.title(), quantile.share()))
            .findFirst();
  }

  private static Optional<Judged> judged(ScrapedMetric.Reading reading) {
    OptionalDouble share = reading.share();
    return share.isPresent()
        ? Optional.of(new Judged(reading.name().toLowerCase(Locale.ROOT), share.getAsDouble()))
        : Optional.empty();
  }

  /** How long and how often the machine stalled. */
  static String stalls(List<IdleControl> controls) {
    IdleControl worst =
        controls.stream().max(Comparator.comparing(IdleControl::longestSeconds)).orElseThrow();
    long stalls = controls.stream().mapToLong(IdleControl::stalls).sum();
    return "an idle process stood still for up to %s (block %d), and %s for more than %s"
        .formatted(
            Units.seconds(worst.longestSeconds()),
            worst.block(),
            stalls == 0 ? "never" : stalls == 1 ? "once" : Units.count(stalls) + " times",
            Units.seconds(IdleControl.STALL_SECONDS));
  }

  private static String lateTicks(AttributableLateTicks late, boolean few, boolean always) {
    if (late.late() < 1) {
      return "no tick was late";
    }
    if (few) {
      return "%s late ticks are too few to say more"
          .formatted(Units.count(Math.round(late.late())));
    }
    String counted =
        "%s of %s late ticks came in a second in which it stalled for more than %s, which was %s of the time"
            .formatted(
                Units.count(Math.round(late.inStalls())),
                Units.count(Math.round(late.late())),
                Units.seconds(IdleControl.STALL_SECONDS),
                Units.share(late.stalledRatio()));
    return counted
        + (always
            ? ": too much to distinguish the machine's from the servers' own"
            : ": stalls explain about " + Units.share(late.explainedRatio()) + " of them");
  }

  /** Empty where there was no stall, or no waiting. */
  private static Optional<String> waited(double stalled, double waited) {
    return waited == 0
        ? Optional.empty()
        : Optional.of(
            "of about %s of stalls it waited %s for a CPU that others had"
                .formatted(Units.seconds(stalled), Units.seconds(waited)));
  }

  /** Whether nobody but the run's own processes worked. */
  private static boolean isAlone(List<IdleControl> controls, Evidence evidence) {
    return controls.stream()
        .allMatch(
            control ->
                OtherCpu.ratio(control.block(), control.measured(), evidence)
                    .filter(share -> share <= OtherCpu.VALID)
                    .isPresent());
  }
}
