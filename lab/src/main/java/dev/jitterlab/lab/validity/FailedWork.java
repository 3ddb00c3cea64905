package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.FailureCounters;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;

/**
 * A server that makes its own load also counts what of it failed. A failure is often quick, and may
 * be counted as throughput. So its group cannot win ({@link Doubts}). It makes no trial invalid: a
 * server must not take its figures away by failing. Nothing is asked of servers that count none.
 */
final class FailedWork extends Check {
  static final SeriesSelector FAILED = FailureCounters.WORK;

  FailedWork() {
    super(
        Question.of(
                "work_failed", Unit.NUMBER, "Did all work that servers gave themselves succeed?")
            .from(Dependence.OUTCOME)
            .limit(0, Double.MAX_VALUE)
            .needs("nothing was sampled", Kind.SAMPLES));
  }

  @Override
  protected boolean arises(Evidence evidence) {
    return !Counted.byServer(FAILED, evidence).isEmpty();
  }

  @Override
  protected Finding examine(Evidence evidence) {
    return greatest(
        Counted.byServer(FAILED, evidence),
        worst ->
            worst.value() == 0
                ? "nothing that a server gave itself to do failed"
                : "%s pieces of work of %s failed, and its throughput may count them"
                    .formatted(Units.count(Math.round(worst.value())), worst.of()),
        "Read the server's stdout.log, and remove the cause before you compare the server's"
            + " speed.");
  }
}
