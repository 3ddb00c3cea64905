package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.execution.ProcessRecord;
import java.util.Optional;
import java.util.stream.Stream;

/** Did every process live until it was asked to end, and end properly then? */
final class ProcessExits implements Check {
  private static final String NAME = "process_exits";
  private static final int TERMINATED = 143;

  @Override
  public Finding examine(Evidence evidence) {
    long abnormal = records(evidence, Status.INVALID).count();
    Optional<ProcessRecord> died = records(evidence, Status.INVALID).findFirst();
    if (died.isPresent()) {
      return finding(
          abnormal,
          Status.INVALID,
          "%s died with status %s".formatted(died.get().id(), died.get().exitCode()),
          "Its last words are in its stdout.log.");
    }
    Optional<ProcessRecord> doubtful = records(evidence, Status.WEAK).findFirst();
    if (doubtful.isPresent()) {
      ProcessRecord process = doubtful.get();
      return finding(
          records(evidence, Status.WEAK).count(),
          Status.WEAK,
          process.state().equals("killed")
              ? process.id() + " did not end on request and was killed"
              : "%s ended with status %s".formatted(process.id(), process.exitCode()),
          "Its recordings may be cut short; its last words are in its stdout.log.");
    }
    long missing =
        Stream.concat(evidence.servers().stream(), evidence.loads().stream())
            .filter(process -> !evidence.processes().containsKey(process.id()))
            .count();
    if (missing > 0 || evidence.processes().isEmpty()) {
      return Finding.withoutEvidence(
          NAME, new Limit(0, 0), "what became of %d processes was not recorded".formatted(missing));
    }
    return finding(0, Status.VALID, "every process lived until it was asked to end", "");
  }

  private static Stream<ProcessRecord> records(Evidence evidence, Status status) {
    return evidence.processes().values().stream().filter(record -> grade(record) == status);
  }

  private static Status grade(ProcessRecord process) {
    return switch (process.state()) {
      case "died" -> Status.INVALID;
      case "stopped" ->
          process.exitCode() != null
                  && (process.exitCode() == 0 || process.exitCode() == TERMINATED)
              ? Status.VALID
              : Status.WEAK;
      default -> Status.WEAK;
    };
  }

  private static Finding finding(double abnormal, Status status, String why, String remedy) {
    return new Finding(NAME, Optional.of(abnormal), 0, status, why, remedy);
  }
}
