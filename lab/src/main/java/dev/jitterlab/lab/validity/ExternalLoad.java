package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Was there load all the time, where its command is none of Jitterlab's own? How much of it there
 * was, and how much was answered, only that command knows: such a trial is weak at best.
 */
final class ExternalLoad implements Check {
  private static final String NAME = "load_external_missing_ratio";
  private static final Limit LIMIT = new Limit(0.05, 0.05);
  private static final String UNKNOWN =
      "whether all servers got, and answered, the same load is not told apart: the load's command"
          + " is none of Jitterlab's own";

  @Override
  public Finding examine(Evidence evidence) {
    Map<String, Double> missing = new LinkedHashMap<>();
    for (Evidence.MeasuredProcess load : evidence.externalLoads()) {
      ProcessRecord record = evidence.processes().get(load.id());
      if (record != null) {
        double to = load.window().to();
        double seconds =
            record.fate().exitedAt() == null ? 0 : Math.max(0, to - record.fate().exitedAt());
        missing.put(load.id(), Math.min(1, seconds / load.window().seconds()));
      }
    }
    Optional<Worst> worst = Worst.greatest(missing);
    if (worst.isEmpty()) {
      return Finding.withoutEvidence(NAME, LIMIT, "what became of the load was not recorded");
    }
    Status status = LIMIT.grade(worst.get().value()).worse(Status.WEAK);
    String early =
        worst.get().value() == 0
            ? ""
            : "%s ended %s of the measured time before its end; "
                .formatted(worst.get().of(), Units.share(worst.get().value()));
    String remedy =
        status == Status.INVALID
            ? "Let the command run for '${seconds}' or longer; the lab ends it."
            : "Compare what the commands printed, in load/*/*/*/stdout.log.";
    return new Finding(
        NAME, Optional.of(worst.get().value()), LIMIT.valid(), status, early + UNKNOWN, remedy);
  }
}
