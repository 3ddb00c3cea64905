package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.collect.LiveFigures;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.progress.Progress.Phase;
import dev.jitterlab.lab.progress.Progress.Status;
import dev.jitterlab.lab.progress.Progress.Towards;
import dev.jitterlab.lab.run.TrialLook;
import dev.jitterlab.lab.run.TrialLook.Standing;
import dev.jitterlab.lab.run.TrialLook.State;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Knows what the run is doing and since when, and tells the {@link Progress}. For one thread. */
final class PhaseTracker {
  private static final String TICKS_LATER =
      "The servers' ticks are events of their flight recordings: late ticks are known when a block"
          + " is over.";

  private final Progress progress;
  private final Time time;
  private final TimeLeft timeLeft;
  private final Plan plan;
  private int blocks;
  private final int blocksBefore;

  /** After which block it will probably be decided; as {@link #block}. */
  private int decidedAfter;

  /** Null before the first. */
  private TrialLook lastLook;

  /** Counted from 1 since this lab began; 0 before the first. */
  private int block;

  private Phase phase = Phase.CHECKING;
  private long phaseBeganNs;
  private LiveFigures live = new LiveFigures();

  /** The number in the plan of the block under way; 0 before the first. */
  private int number;

  /** A block's number to its late ticks while it was measured. */
  private final Map<Integer, Long> lateTicksOf = new HashMap<>();

  private long lateTicksAtStart;

  /**
   * @param blocksLeft how many of the plan's blocks are still to be measured
   */
  PhaseTracker(Plan plan, int blocksLeft, Progress progress, Time time) {
    this.plan = plan;
    this.progress = progress;
    this.time = time;
    this.timeLeft = new TimeLeft(plan, blocksLeft);
    this.blocks = plan.blocks().size();
    this.blocksBefore = blocks - blocksLeft;
    this.decidedAfter =
        plan.design().endsWhenDecided()
            ? plan.design().sequential().atLeast() * plan.blocksPerRound() - blocksBefore
            : blocksLeft;
    this.phaseBeganNs = time.nanoTime();
    tell();
    if (plan.instances().anyMatch(Plan.Instance::ticksByEvent)) {
      progress.note(TICKS_LATER);
    }
  }

  /** A block begins, with {@link Phase#STARTING}. */
  void beginBlock(int ofPlan) {
    begin(Phase.STARTING, ofPlan);
  }

  /** The next phase of the block begins. */
  void begin(Phase next) {
    begin(next, number);
  }

  private void begin(Phase next, int ofPlan) {
    long nowNs = time.nanoTime();
    if (block > 0) {
      timeLeft.phaseTook(phase, (nowNs - phaseBeganNs) / 1e9);
    }
    if (phase == Phase.MEASURING) {
      lateTicksOf.merge(number, lateTicksNow().orElse(0), Long::sum);
    }
    if (next == Phase.STARTING) {
      block++;
      number = ofPlan;
      live = new LiveFigures();
    }
    lateTicksAtStart = live.lateTicks().orElse(0);
    phase = next;
    phaseBeganNs = nowNs;
    tell();
  }

  /** A block is to be measured again: one more than planned; its late ticks count no more. */
  void again(int ofPlan) {
    lateTicksOf.remove(ofPlan);
    blocks++;
    decidedAfter++;
    timeLeft.oneMoreBlock();
  }

  /** The trial was looked at. */
  void looked(TrialLook look) {
    lastLook = look;
    decidedAfter = block + look.roundsLeft() * plan.blocksPerRound();
    tell();
  }

  /** Tells something worth a line of its own. */
  void note(String line) {
    progress.note(line);
  }

  /** Where the figures of this block come from. */
  void follow(LiveFigures figures) {
    live = figures;
  }

  /** Tells how things stand; to be called a few times a second. */
  void tell() {
    double secondsInPhase = (time.nanoTime() - phaseBeganNs) / 1e9;
    progress.update(
        new Status(
            phase,
            block == 0 ? 0 : blocksBefore + block,
            blocks,
            plan.design().endsWhenDecided()
                ? timeLeft.secondsUntil(decidedAfter, block, phase, secondsInPhase)
                : timeLeft.seconds(block, phase, secondsInPhase),
            lateTicks(),
            live.players(),
            towards(timeLeft.seconds(block, phase, secondsInPhase))));
  }

  private Optional<Towards> towards(double secondsAtMost) {
    if (!plan.design().endsWhenDecided()) {
      return Optional.empty();
    }
    return Optional.of(
        lastLook == null
            ? new Towards(secondsAtMost, false, 0, 0, 0)
            : new Towards(
                secondsAtMost,
                true,
                lastLook.settled(),
                lastLook.standings().size(),
                lastLook.standings().stream()
                    .filter(standing -> standing.state() == State.OPEN)
                    .mapToDouble(Standing::closeness)
                    .min()
                    .orElse(1)));
  }

  /** Empty while they are not known, as of servers whose ticks are read when a block is over. */
  private OptionalLong lateTicks() {
    OptionalLong now = lateTicksNow();
    if (phase != Phase.MEASURING || now.isEmpty()) {
      return OptionalLong.empty();
    }
    long before = lateTicksOf.values().stream().mapToLong(Long::longValue).sum();
    return OptionalLong.of(before + now.getAsLong());
  }

  /** Those of this measurement. */
  private OptionalLong lateTicksNow() {
    OptionalLong now = live.lateTicks();
    return now.isEmpty() ? now : OptionalLong.of(now.getAsLong() - lateTicksAtStart);
  }
}
