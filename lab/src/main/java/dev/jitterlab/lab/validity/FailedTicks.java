package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.FailureCounters;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;

/**
 * A task whose tick ends with an exception is mostly stopped. Its server has less to do from then
 * on, and better figures than one that works. So its group cannot win ({@link Doubts}). It makes no
 * trial invalid: a server must not take its figures away by failing.
 */
final class FailedTicks extends Check {
  static final SeriesSelector FAILED = FailureCounters.TICKS;

  FailedTicks() {
    super(
        Question.of("ticks_failed", Unit.NUMBER, "Did every tick end without an exception?")
            .from(Dependence.OUTCOME)
            .limit(0, Double.MAX_VALUE)
            .needs("nothing was sampled", Kind.SAMPLES));
  }

  @Override
  protected boolean arises(Evidence evidence) {
    return evidence.plan().hasTicks() && !Counted.byServer(FAILED, evidence).isEmpty();
  }

  @Override
  protected Finding examine(Evidence evidence) {
    return greatest(
        Counted.byServer(FAILED, evidence),
        worst ->
            worst.value() == 0
                ? "no tick ended with an exception"
                : "%s ticks of %s ended with an exception, so it may have had less to do than others"
                    .formatted(Units.count(Math.round(worst.value())), worst.of()),
        "Read the server's stdout.log, and fix the exception before you compare the server's"
            + " speed.");
  }
}
