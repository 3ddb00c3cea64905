package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.statistics.ModifiedZScore;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Evidence.MeasuredProcess;
import dev.jitterlab.lab.validity.evidence.IdleControl;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What may have happened to an instance from outside, and makes it not count if it is an outlier. A
 * cause holds if its figure is above the limit, and at least twice the median of that of the other
 * instances of its group: what happened to all does not explain one. The stalls of the others count
 * whole, also where they may have made them themselves: all had them. Where less than half of the
 * others have such a figure, nobody knows whether it happened to all, and no cause holds.
 *
 * <p>No cause depends on what the instance itself wanted or did. Time that the hypervisor took,
 * periods in which a CPU limit held, and pages that were waited for come to those who ask for most;
 * a load that was not answered is what the server did. They are checks of the whole trial, and
 * excuse nobody.
 *
 * <p>A process that crashed does not count whatever its figure: {@link Nullification}.
 */
enum OutlierCause {
  STALLS(
      "stalls",
      "The machine stalled for 1 % of the time, memory was not short, and neither stolen time nor"
          + " waits for a CPU explain it",
      0.01,
      Dependence.CONTROL),
  OTHER_LOAD(
      "other_load",
      "Programs that are not the run's, and that did not also work beside half of the group's other"
          + " instances, were seen to use 5 % of the machine's CPU time",
      0.05,
      Dependence.OUTSIDE);

  /** As many times as others had, a figure is no background that all had. */
  static final double TIMES_THE_OTHERS = 2;

  private final String id;
  private final String means;
  private final double limit;
  private final Dependence dependsOn;

  OutlierCause(String id, String means, double limit, Dependence dependsOn) {
    this.id = id;
    this.means = means;
    this.limit = limit;
    this.dependsOn = dependsOn;
  }

  /** Its name in the documents. */
  String id() {
    return id;
  }

  /** When it holds, in words. */
  String means() {
    return means;
  }

  /** What its figure can depend on. */
  Dependence dependsOn() {
    return dependsOn;
  }

  /** What happened to this instance and not to its group, in words; empty if nothing is known. */
  static Optional<String> of(String id, Evidence evidence) {
    List<MeasuredProcess> others =
        evidence.servers().stream()
            .filter(server -> group(server.id()).equals(group(id)) && !server.id().equals(id))
            .toList();
    return evidence.servers().stream()
        .filter(server -> server.id().equals(id))
        .flatMap(
            server ->
                Stream.of(values())
                    .flatMap(cause -> cause.words(server, others, evidence).stream()))
        .reduce((first, second) -> first + ", and " + second);
  }

  private static String group(String id) {
    return id.substring(0, id.lastIndexOf('/'));
  }

  private Optional<String> words(
      MeasuredProcess instance, List<MeasuredProcess> others, Evidence evidence) {
    List<MeasuredWindows> otherTimes = others.stream().map(MeasuredProcess::windows).toList();
    double[] ofOthers =
        others.stream()
            .flatMap(other -> figureOfOther(other, otherTimes, evidence).stream())
            .mapToDouble(value -> value)
            .toArray();
    boolean areOthersKnown = 2 * ofOthers.length >= others.size();
    return figure(instance, otherTimes, evidence)
        .filter(value -> value > limit && areOthersKnown && !mayBeOwn(instance, evidence))
        .filter(
            value ->
                ofOthers.length == 0 || value >= TIMES_THE_OTHERS * ModifiedZScore.median(ofOthers))
        .map(this::words);
  }

  private Optional<Double> figure(
      MeasuredProcess instance, List<MeasuredWindows> otherTimes, Evidence evidence) {
    return switch (this) {
      case STALLS ->
          control(instance, evidence).flatMap(control -> control.stalledFromOutside(evidence));
      case OTHER_LOAD ->
          OtherCpu.occasionalRatio(instance.block(), instance.windows(), otherTimes, evidence);
    };
  }

  /** Without taking off what may be its own doing: that would make the others look spared. */
  private Optional<Double> figureOfOther(
      MeasuredProcess other, List<MeasuredWindows> otherTimes, Evidence evidence) {
    return switch (this) {
      case STALLS -> control(other, evidence).map(IdleControl::stalledShare);
      case OTHER_LOAD -> figure(other, otherTimes, evidence);
    };
  }

  /** Whether the instance may have brought it about. What the others had counts in any case. */
  private boolean mayBeOwn(MeasuredProcess instance, Evidence evidence) {
    return this == STALLS && memoryWasShort(instance, evidence);
  }

  /**
   * In a server's slices alone, where servers take turns: what others had is no cause of its own.
   */
  private static Optional<IdleControl> control(MeasuredProcess instance, Evidence evidence) {
    return evidence.hasSlices(instance)
        ? IdleControl.read(evidence.directory(), instance.block(), instance.windows())
        : evidence.controls().stream()
            .filter(control -> control.block() == instance.block())
            .findFirst();
  }

  /**
   * Where memory is short all processes wait, and the reason may be what the servers take. Without
   * swap it shows in pages of programs that were dropped: the control process has to read its own
   * from the disk again.
   */
  private static boolean memoryWasShort(MeasuredProcess instance, Evidence evidence) {
    return evidence
            .increase(LabMetrics.MACHINE, LabMetrics.SWAPPED_PAGES, null, instance.windows())
            .filter(pages -> pages > Swapping.VALID)
            .isPresent()
        || evidence
            .increase(
                IdleControl.id(instance.block()), LabMetrics.MAJOR_FAULTS, null, instance.windows())
            .filter(faults -> faults > 0)
            .isPresent();
  }

  private String words(double value) {
    return switch (this) {
      case STALLS -> "the machine itself stalled for %s of the time".formatted(Units.share(value));
      case OTHER_LOAD ->
          "other processes used %s of the machine's CPU time".formatted(Units.share(value));
    };
  }
}
