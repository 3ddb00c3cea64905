package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.Set;

/** A machine that saves power runs a server that has little to do on slow cores. */
final class Governor extends Check {
  private static final Set<String> SAVING = Set.of("powersave", "ondemand", "conservative");

  Governor() {
    super(
        Question.of(
                "power_saving_governor",
                Unit.NUMBER,
                "Does the machine run its cores at full speed, instead of saving power?")
            .from(Dependence.OUTSIDE)
            .limit(0, 1)
            .shownBy(
                "the frequency governor cannot be seen here, as in most virtual machines",
                Kind.ENVIRONMENT));
  }

  @Override
  protected Finding examine(Evidence evidence) {
    String governor = evidence.environment().map(Environment::governor).orElse(null);
    if (governor == null) {
      return unknown();
    }
    return graded(
        SAVING.contains(governor) ? 1 : 0,
        "the frequency governor is " + governor,
        "Set it with `cpupower frequency-set -g performance`.");
  }
}
