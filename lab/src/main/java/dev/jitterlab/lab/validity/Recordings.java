package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.collector.Attachment;
import dev.jitterlab.lab.collector.Collector;
import dev.jitterlab.lab.collector.KnownCollectors;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A trial without a recording has its figures, but not the causes of its late ticks, and is weak.
 */
public final class Recordings extends Check {
  private static final String ID = "recordings_lost";

  Recordings() {
    super(
        Question.of(
                ID,
                Unit.NUMBER,
                "Did every collector write complete files, such as flight recordings that cover"
                    + " the whole measurement?")
            .from(Dependence.OUTCOME)
            .needs("no block was measured", Kind.MEASUREMENT));
  }

  /** Whether a check of that name is this one. */
  public static boolean isItself(String name) {
    return name.equals(ID);
  }

  @Override
  protected Finding examine(Evidence evidence) {
    List<String> losses =
        KnownCollectors.all().stream().flatMap(collector -> losses(collector, evidence)).toList();
    return graded(
        losses.size(),
        losses.isEmpty()
            ? "every server left its flight recording, every process its GC log"
                + lessAsked(evidence)
            : losses.getFirst()
                + (losses.size() == 1 ? "" : ", and %d more".formatted(losses.size() - 1)),
        "See the process's stdout.log: is the disk full? Was it killed? The lab keeps the last"
            + " 256 MiB of a long run.");
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
        : ", except what `recording` turns off in " + String.join(", ", groups);
  }

  private static Stream<String> losses(Collector collector, Evidence evidence) {
    Set<Attachment> targets = collector.attachesTo();
    Stream<Evidence.MeasuredProcess> servers =
        evidence.servers().stream()
            .filter(_ -> targets.contains(Attachment.SERVER))
            .filter(server -> evidence.recording(server).isOn(collector));
    Stream<Evidence.MeasuredProcess> loads =
        evidence.loads().stream().filter(_ -> targets.contains(Attachment.LOAD));
    return Stream.concat(servers, loads)
        .flatMap(
            process ->
                collector.loss(process.folder(), process.windows().span()).stream()
                    .map(
                        what -> collector.files().getFirst() + " of " + process.id() + " " + what));
  }
}
