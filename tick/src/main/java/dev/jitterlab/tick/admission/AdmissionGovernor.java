package dev.jitterlab.tick.admission;

import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.WaitingPeriods;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * Answers "may another battle start here?" before ticks become late. It listens to all ticks of a
 * scheduler, and adds up: what the ticks of the last window took, by the clock on the wall; what
 * was granted since and is not in that yet; and what is asked for. The sum may not exceed a share
 * of the workers' time ({@link AdmissionLimits}). It says no, too, when recent ticks were late or
 * missing: then something else takes the time, and it helps nobody to be within the limit.
 *
 * <pre>{@code
 * AdmissionGovernor governor = new AdmissionGovernor(2, AdmissionLimits.defaults());
 * TickSchedulers.named("partitioned").threads(2).listener(recorder.andThen(governor));
 * Admission answer = governor.mayStart(Rate.hz(20));
 * }</pre>
 *
 * <p>A tick is heard of when it ends. So one that hangs is no load and not late, and where all
 * hang, everything seems idle. A governor that also {@link #watches} its scheduler says no then.
 *
 * <p>Ticks in quarantine count like all others: they have a thread of their own, but no core.
 *
 * <p>A grant counts at once, whether or not a task is started for it: so a burst of questions
 * cannot let in too many, and a grant not used is forgotten by itself. A task that may wait for
 * seconds before it starts is asked for by {@link #mayStartLater}: the caller counts it until it
 * starts. A refusal changes nothing: ask again later.
 *
 * <p>Thread-safe. A tick is recorded without waiting and without allocation; those who ask wait for
 * one another.
 */
public final class AdmissionGovernor implements TickListener {
  private final NanoClock clock;
  private final int workers;
  private final AdmissionLimits limits;
  private final RecentTicks recent;
  private final AdmissionGrants grants;
  private final Map<AdmissionOutcome, LongAdder> answers = new EnumMap<>(AdmissionOutcome.class);
  private volatile Supplier<WaitingPeriods> waiting = () -> WaitingPeriods.NONE;

  /**
   * Creates a governor for a scheduler that runs on {@link System#nanoTime}.
   *
   * @param workers how many ticks can run at once: the scheduler's threads, or the cores if fewer
   */
  public AdmissionGovernor(int workers, AdmissionLimits limits) {
    this(workers, limits, System::nanoTime);
  }

  /** Creates a governor for a scheduler with another clock, such as one of a simulation. */
  public AdmissionGovernor(int workers, AdmissionLimits limits, NanoClock clock) {
    if (workers < 1) {
      throw new IllegalArgumentException("a scheduler has at least 1 worker, not " + workers);
    }
    this.clock = clock;
    this.workers = workers;
    this.limits = limits;
    this.recent = new RecentTicks(limits.windowNs(), limits.driftPeriods(), clock.nanoTime());
    this.grants = new AdmissionGrants(limits.windowNs());
    for (AdmissionOutcome outcome : AdmissionOutcome.values()) {
      answers.put(outcome, new LongAdder());
    }
  }

  /**
   * Also asks for the periods that wait for ticks which hang, once for each decision. More of them
   * than periods may be missed and ticks may be late, by the limits, are a reason to say no.
   *
   * @param periods {@code scheduler::waitingPeriods}
   */
  public void watches(Supplier<WaitingPeriods> periods) {
    waiting = Objects.requireNonNull(periods, "periods");
  }

  @Override
  public void onTick(Tick tick) {
    recent.record(tick);
  }

  /**
   * As {@link #mayStart(Rate, long)}, for a task that is expected to take what the present ones do
   * on average. While nothing was measured, only one is let in, to be measured.
   */
  public Admission mayStart(Rate rate) {
    return decide(rate, 0, 0, true);
  }

  /**
   * Says whether a task may start now.
   *
   * @param executionNs what its ticks are expected to take, at least 1
   */
  public Admission mayStart(Rate rate, long executionNs) {
    requireExecution(executionNs);
    return decide(rate, executionNs, 0, true);
  }

  /**
   * Says whether a task may be accepted that starts later, such as a battle whose players have yet
   * to come. No grant is made, because a grant is forgotten after a while. The caller passes the
   * load of all accepted tasks that have not started, and calls {@link #startsNow} when one does.
   *
   * @param executionNs what its ticks are expected to take, at least 1
   * @param waitingCores rate times execution of the accepted tasks, without this one; not negative
   */
  public Admission mayStartLater(Rate rate, long executionNs, double waitingCores) {
    requireExecution(executionNs);
    if (!(waitingCores >= 0)) {
      throw new IllegalArgumentException("a load is not negative: " + waitingCores);
    }
    return decide(rate, executionNs, waitingCores, false);
  }

  /**
   * Counts a task that starts now, until its ticks are measured; it was accepted before.
   *
   * @param executionNs what its ticks are expected to take, at least 1
   */
  public synchronized void startsNow(Rate rate, long executionNs) {
    requireExecution(executionNs);
    grants.add(rate, executionNs, clock.nanoTime());
  }

  private static void requireExecution(long executionNs) {
    if (executionNs < 1) {
      throw new IllegalArgumentException("an execution is at least 1 ns, not " + executionNs);
    }
  }

  private synchronized Admission decide(
      Rate rate, long executionNs, double waitingCores, boolean startsNow) {
    long nowNs = clock.nanoTime();
    TickWindow.Measured measured = recent.measure(nowNs);
    Admission answer = judge(measured, rate, executionNs, waitingCores, nowNs);
    if (startsNow && answer.isGranted()) {
      grants.add(rate, executionNs, nowNs);
    }
    answers.get(answer.outcome()).increment();
    return answer;
  }

  private Admission judge(
      TickWindow.Measured measured, Rate rate, long executionNs, double waitingCores, long nowNs) {
    double granted = (grants.cores(measured.meanNs, nowNs) + waitingCores) / workers;
    if (measured.missed > limits.missedPeriods()) {
      return answer(
          AdmissionOutcome.MISSED_PERIODS,
          "%d periods were missed lately; the limit is %d",
          measured.missed,
          limits.missedPeriods());
    }
    double mostLate = limits.lateShare() * measured.ticks;
    long waits = waiting.get().count();
    if (waits > limits.missedPeriods() + mostLate) {
      return answer(
          AdmissionOutcome.MISSED_PERIODS,
          "%d periods wait for ticks that have not ended; the limit is %.1f",
          waits,
          limits.missedPeriods() + mostLate);
    }
    if (measured.late > mostLate) {
      return answer(
          AdmissionOutcome.DRIFT,
          "%d of %d recent ticks started more than %.2f periods late; the limit is %.1f %% of them",
          measured.late,
          measured.ticks,
          limits.driftPeriods(),
          100 * limits.lateShare());
    }
    double expectedNs = executionNs > 0 ? (double) executionNs : measured.meanNs;
    if (expectedNs == 0 && !grants.isEmpty()) {
      return answer(
          AdmissionOutcome.UNMEASURED,
          "no tick was measured yet, so none can be expected to take any time; ask again later");
    }
    double present = measured.cores / workers;
    double added = expectedNs * rate.hertz() / 1e9 / workers;
    double sum = present + granted + added;
    boolean fits = sum <= limits.utilisation();
    return answer(
        fits ? AdmissionOutcome.GRANTED : AdmissionOutcome.UTILISATION,
        "utilisation would be %.3f (measured %.3f + granted %.3f + this one %.3f) of %d workers;"
            + " the limit is %.3f",
        sum,
        present,
        granted,
        added,
        workers,
        limits.utilisation());
  }

  private static Admission answer(AdmissionOutcome outcome, String reason, Object... figures) {
    return new Admission(outcome, String.format(Locale.ROOT, reason, figures));
  }

  /** Returns what ticks took lately, as a share of the workers' time; grants are not in it. */
  public double utilisation() {
    return recent.measure(clock.nanoTime()).cores / workers;
  }

  /** Returns how often that was the answer. */
  public long answers(AdmissionOutcome outcome) {
    return answers.get(outcome).sum();
  }
}
