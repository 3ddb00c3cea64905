package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.Optional;
import java.util.Set;

/** Does the machine save power, so that a server that has little to do runs on slow cores? */
final class Governor implements Check {
  private static final String NAME = "power_saving_governor";
  private static final Limit LIMIT = new Limit(0, 1);
  private static final Set<String> SAVING = Set.of("powersave", "ondemand", "conservative");

  @Override
  public Finding examine(Evidence evidence) {
    Optional<String> governor = evidence.environment().map(Environment::governor);
    if (governor.isEmpty()) {
      return Finding.unseen(
          NAME, LIMIT, "the frequency governor cannot be seen here, as in most virtual machines");
    }
    boolean saves = SAVING.contains(governor.get());
    return Finding.graded(
        NAME,
        saves ? 1 : 0,
        LIMIT,
        "the frequency governor is " + governor.get(),
        "Set it with `cpupower frequency-set -g performance`.");
  }
}
