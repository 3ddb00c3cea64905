package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.Map;
import java.util.Optional;

/**
 * Time that the hypervisor takes makes servers late without a fault of theirs. Some of it they cost
 * themselves: where a thread wakes another one up on an idle CPU, or goes to sleep, the hypervisor
 * works for it, and the kernel counts that as stolen. Two processes that hand a byte back and forth
 * lost up to a tenth of the CPU time, two that only compute hardly any, in turn on one machine
 * (docs/measurements/steal.md). So a group that wakes threads up all the time must not take away
 * the figures of all: the trial is weak where another group was spared, and the time was taken from
 * most servers of each group that was not. What comes and goes with neighbours spares nobody, or
 * strikes single servers.
 */
abstract class StolenTime extends WorstBlock {
  private static final String REMEDY =
      "Run on a machine without neighbours, or again at another time.";

  private static final String AWAKE =
      "Or run as root: then the lab keeps idle CPUs awake, whose wake-ups count as stolen too.";

  /** Of a machine that does not say whether its CPUs may sleep. */
  private static final String PERHAPS =
      AWAKE + " It can do so only if the kernel has a driver for idle states (./jitterlab doctor).";

  StolenTime(Question question) {
    super(question, REMEDY);
  }

  @Override
  final Finding judged(Finding worst, Map<Integer, Double> figures, Evidence evidence) {
    return Optional.of(worst)
        .filter(finding -> finding.status() == Status.INVALID)
        .flatMap(_ -> spared(figures, evidence))
        .map(least -> perhapsOwn(worst, least))
        .orElseGet(() -> advised(worst, evidence));
  }

  private Finding perhapsOwn(Finding worst, Worst least) {
    return found(
        worst.value().orElseThrow(),
        Status.WEAK,
        worst.why()
            + ("; it took at most %s from %s, so the servers may cause it themselves: threads that"
                    + " wake one another up cost a hypervisor time")
                .formatted(Units.share(least.value()), least.of()),
        "A machine without a hypervisor shows how much of the difference is the virtual machine's.");
  }

  /** With what else would help, where idle CPUs may have gone to sleep. */
  private Finding advised(Finding worst, Evidence evidence) {
    Optional<Boolean> sleep = evidence.environment().map(Environment::cpuSleep);
    if (sleep.isPresent() && !sleep.get()) {
      return worst;
    }
    String also = sleep.isPresent() ? AWAKE : PERHAPS;
    return found(worst.value().orElseThrow(), worst.status(), worst.why(), REMEDY + " " + also);
  }
}
