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

  /** Late ticks of the blocks that are over, and of this one before its measurement began. */
  private long lateTicksBefore;

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

  /** The next phase begins; of the next block, if it is {@link Phase#STARTING}. */
  void begin(Phase next) {
    long nowNs = time.nanoTime();
    if (block > 0) {
      timeLeft.phaseTook(phase, (nowNs - phaseBeganNs) / 1e9);
    }
    if (phase == Phase.MEASURING) {
      lateTicksBefore = lateTicks().orElse(lateTicksBefore);
    }
    if (next == Phase.STARTING) {
      block++;
      live = new LiveFigures();
    }
    lateTicksAtStart = live.lateTicks().orElse(0);
    phase = next;
    phaseBeganNs = nowNs;
    tell();
  }

  /** A block is to be measured again: one more than planned. */
  void oneMoreBlock() {
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
    OptionalLong now = live.lateTicks();
    if (phase != Phase.MEASURING || now.isEmpty()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(lateTicksBefore + now.getAsLong() - lateTicksAtStart);
  }
}
