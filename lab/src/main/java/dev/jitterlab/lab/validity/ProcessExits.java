package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.ProcessRecord.Fate;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A process that ended before it was asked to is a defect, and not a figure. */
final class ProcessExits extends Check {
  private static final int TERMINATED = 143;

  /** Of a server of {@code workloads/}: it says that its figures are worth nothing. */
  private static final int WORTHLESS = 3;

  ProcessExits() {
    super(
        Question.of(
                "process_exits",
                Unit.NUMBER,
                "Did every process live until it was asked to end, and then end properly?")
            .from(Dependence.OUTCOME));
  }

  @Override
  protected Finding examine(Evidence evidence) {
    List<ProcessRecord> died = records(evidence, Status.INVALID);
    if (!died.isEmpty()) {
      return found(
          died.size(),
          Status.INVALID,
          died.stream().map(ProcessExits::death).collect(Collectors.joining("; ")),
          died.size() == 1
              ? "Its last output is in its stdout.log."
              : "The last output of each is in its stdout.log.");
    }
    List<ProcessRecord> doubtful = records(evidence, Status.WEAK);
    if (!doubtful.isEmpty()) {
      ProcessRecord first = doubtful.getFirst();
      return found(
          doubtful.size(),
          Status.WEAK,
          first.fate().state().equals("killed")
              ? first.id() + " did not end on request and was killed"
              : "%s is %s with status %s"
                  .formatted(first.id(), first.fate().state(), first.fate().exitCode()),
          "Its recordings may be cut short; its last output is in its stdout.log.");
    }
    long missing =
        Stream.of(evidence.servers(), evidence.loads(), evidence.externalLoads())
            .flatMap(List::stream)
            .filter(process -> !evidence.processes().containsKey(process.id()))
            .count();
    if (missing > 0 || evidence.processes().isEmpty()) {
      return withoutEvidence("it was not recorded how %d processes ended".formatted(missing));
    }
    return found(0, Status.VALID, "every process lived until it was asked to end", "");
  }

  /** Records of a campaign are searched for the servers that are named so: all of them must be. */
  private static String death(ProcessRecord process) {
    return process.fate().state().equals("died")
        ? "%s died with status %s".formatted(process.id(), process.fate().exitCode())
        : "%s said at its end that its figures cannot be used, or ran out of memory (status %s)"
            .formatted(process.id(), process.fate().exitCode());
  }

  private static List<ProcessRecord> records(Evidence evidence, Status status) {
    Set<String> externalLoads =
        evidence.externalLoads().stream()
            .map(Evidence.MeasuredProcess::id)
            .collect(Collectors.toSet());
    Set<String> ownServers =
        evidence.plan().blocks().stream()
            .flatMap(block -> block.instances().stream())
            .filter(instance -> instance.foreign() == null)
            .map(Plan.Instance::id)
            .collect(Collectors.toSet());
    return evidence.processes().values().stream()
        .filter(
            record ->
                grade(
                        record.fate(),
                        externalLoads.contains(record.id()),
                        ownServers.contains(record.id()))
                    == status)
        .toList();
  }

  /** When and with what status a foreign load ends is its own affair, if it was not a failure. */
  private static Status grade(Fate process, boolean isExternalLoad, boolean isOwnServer) {
    if (isExternalLoad && !process.state().equals("died")) {
      return Status.VALID;
    }
    return switch (process.state()) {
      case "died" -> Status.INVALID;
      case "stopped" -> ofStatus(process.exitCode(), isOwnServer);
      default -> Status.WEAK;
    };
  }

  /** What another server means by its status is not known. */
  private static Status ofStatus(Integer exitCode, boolean isOwnServer) {
    if (exitCode == null) {
      return Status.WEAK;
    }
    if (exitCode == WORTHLESS && isOwnServer) {
      return Status.INVALID;
    }
    return exitCode == 0 || exitCode == TERMINATED ? Status.VALID : Status.WEAK;
  }
}
