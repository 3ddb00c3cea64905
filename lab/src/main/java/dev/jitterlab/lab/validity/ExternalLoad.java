package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How much load there was, and how much was answered, only a command that is none of Jitterlab's
 * own knows: such a trial is weak at best. Where it ended early, the server may have made it end:
 * its group cannot win ({@link Doubts}), and the trial is invalid only if all ended early.
 */
final class ExternalLoad extends Check {
  /** The share of the measured time that may be without load. */
  static final double LIMIT = 0.05;

  private static final String UNKNOWN =
      "the load comes from an external command, so Jitterlab cannot check that every server"
          + " received and answered the same load: a server that answered less may need less";

  ExternalLoad() {
    super(
        Question.of(
                "load_external_missing_ratio",
                Unit.RATIO,
                "Did an external load command run for the whole measurement?")
            .from(Dependence.OUTCOME)
            .limit(LIMIT, LIMIT)
            .needs(
                "it was not recorded how the load command ended",
                Kind.MEASUREMENT,
                Kind.PROCESSES));
  }

  @Override
  protected boolean arises(Evidence evidence) {
    return evidence.plan().hasExternalLoad();
  }

  /** Load id to the share of the measured time for which it had ended. */
  static Map<String, Double> missing(Evidence evidence) {
    Map<String, Double> missing = new LinkedHashMap<>();
    for (Evidence.MeasuredProcess load : evidence.externalLoads()) {
      ProcessRecord record = evidence.processes().get(load.id());
      if (record != null) {
        double to = load.windows().to();
        double seconds =
            record.fate().exitedAt() == null ? 0 : Math.max(0, to - record.fate().exitedAt());
        missing.put(load.id(), Math.min(1, seconds / load.windows().seconds()));
      }
    }
    return missing;
  }

  @Override
  protected Finding examine(Evidence evidence) {
    Map<String, Double> missing = missing(evidence);
    Optional<Worst> worst = Worst.greatest(missing);
    if (worst.isEmpty()) {
      return unknown();
    }
    boolean isEverywhere = missing.values().stream().allMatch(share -> share > LIMIT);
    Status status = isEverywhere ? Status.INVALID : Status.WEAK;
    String early =
        worst.get().value() == 0
            ? ""
            : "%s ended %s of the measured time before its end; "
                .formatted(worst.get().of(), Units.share(worst.get().value()));
    String remedy =
        worst.get().value() > LIMIT
            ? "Let the command run for '${seconds}' or longer; the lab ends it."
            : "Compare what the commands printed, in load/*/*/*/stdout.log.";
    return found(worst.get().value(), status, early + UNKNOWN, remedy);
  }
}
