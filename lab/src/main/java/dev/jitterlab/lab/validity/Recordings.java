package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.ticks.Window;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Are the servers' flight recordings and everybody's GC logs there, and do the recordings cover the
 * whole measurement? A trial without one has its figures, but not the causes of its late ticks, and
 * is weak. Load processes make no flight recording: it would cost CPU time that the servers lack.
 */
final class Recordings implements Check {
  private static final String NAME = "recordings_lost";
  private static final double TOLERANCE_SECONDS = 1;

  @Override
  public Finding examine(Evidence evidence) {
    if (evidence.servers().isEmpty()) {
      return Finding.withoutEvidence(NAME, new Limit(0, 0), "no block was measured");
    }
    List<String> losses =
        Stream.concat(
                evidence.servers().stream()
                    .filter(server -> evidence.recording(server).jfr())
                    .flatMap(Recordings::lostRecording),
                Stream.concat(
                        evidence.servers().stream()
                            .filter(server -> evidence.recording(server).gcLog()),
                        evidence.loads().stream())
                    .flatMap(Recordings::lostGcLog))
            .toList();
    return new Finding(
        NAME,
        Optional.of((double) losses.size()),
        0,
        losses.isEmpty() ? Status.VALID : Status.WEAK,
        losses.isEmpty()
            ? "every server left its flight recording, every process its GC log"
                + lessAsked(evidence)
            : losses.getFirst()
                + (losses.size() == 1 ? "" : ", and %d more".formatted(losses.size() - 1)),
        losses.isEmpty()
            ? ""
            : "See the process's stdout.log: is the disk full? Was it killed? Of a long run the lab keeps the last 256 MiB.");
  }

  /** Groups without some recording say so, lest one look for it. */
  private static String lessAsked(Evidence evidence) {
    List<String> groups =
        evidence.plan().groups().stream()
            .filter(group -> !group.recording().isWhole())
            .map(Plan.Group::name)
            .toList();
    return groups.isEmpty()
        ? ""
        : ", but for what `recording` turns off in " + String.join(", ", groups);
  }

  private static Stream<String> lostRecording(Evidence.MeasuredProcess process) {
    return recordingProblem(RunDirectory.recording(process.folder()), process.window())
        .map(problem -> "recording.jfr of " + process.id() + " " + problem)
        .stream();
  }

  private static Stream<String> lostGcLog(Evidence.MeasuredProcess process) {
    return isEmpty(RunDirectory.gcLog(process.folder()))
        ? Stream.of("gc.log of " + process.id() + " is missing or empty")
        : Stream.empty();
  }

  /** The lab bounds a recording's size; of a long run the oldest chunks are then gone. */
  private static Optional<String> recordingProblem(Path file, Window measured) {
    if (isEmpty(file)) {
      return Optional.of("is missing or empty");
    }
    try {
      RecordingSpan span = RecordingSpan.read(file);
      if (span.from() > measured.from() + TOLERANCE_SECONDS) {
        double lost = span.from() - measured.from();
        return Optional.of("begins " + Units.duration(lost) + " after the measurement");
      }
      if (span.to() < measured.to() - TOLERANCE_SECONDS) {
        double lost = measured.to() - span.to();
        return Optional.of("ends " + Units.duration(lost) + " before the measurement");
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("cannot be read (" + e.getMessage() + ")");
    }
  }

  private static boolean isEmpty(Path file) {
    try {
      return !Files.isRegularFile(file) || Files.size(file) == 0;
    } catch (IOException e) {
      return true;
    }
  }
}
