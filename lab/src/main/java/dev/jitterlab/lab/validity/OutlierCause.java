package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.LoadDeviation;
import dev.jitterlab.lab.machine.MachineSettings;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.statistics.ModifiedZScore;
import dev.jitterlab.lab.ticks.Window;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Evidence.MeasuredProcess;
import dev.jitterlab.lab.validity.evidence.IdleControl;
import dev.jitterlab.lab.validity.evidence.LoadRates;
import dev.jitterlab.lab.validity.evidence.MachineCpu;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What may have happened to an instance from outside, and makes it not count if it is an outlier. A
 * cause holds if its figure is above the limit, and at least twice the median of the same figure of
 * the other instances of its group: what happened to all does not explain one. A limit that the
 * group itself asked for is not from outside: what it does is what is measured.
 *
 * <p>A process that crashed does not count whatever its figure: {@link Nullification}.
 */
enum OutlierCause {
  /** The hypervisor gave the machine's CPUs to others. */
  STEAL(0.01),
  /** The CPU limit of its control group held it back: the share of the limit's periods. */
  THROTTLING(0.01),
  /** It got another load than the others: by which part of the mean. */
  IMBALANCE(LoadDeviation.LIMIT),
  /** It waited for pages from the disk: how often a second. */
  PAGE_OUTS(1),
  /** The machine stalled: the share of time in which the idle control process was late. */
  STALLS(0.01),
  /** Others worked on the machine: their share of its CPU time. */
  OTHER_LOAD(0.05);

  private static final double TIMES_THE_OTHERS = 2;

  private final double limit;

  OutlierCause(double limit) {
    this.limit = limit;
  }

  /** What happened to this instance and not to its group, in words; empty if nothing is known. */
  static Optional<String> of(String id, Evidence evidence) {
    List<MeasuredProcess> others =
        evidence.servers().stream()
            .filter(server -> group(server.id()).equals(group(id)) && !server.id().equals(id))
            .toList();
    MachineSettings asked = evidence.plan().group(group(id)).machine();
    return evidence.servers().stream()
        .filter(server -> server.id().equals(id))
        .flatMap(
            server ->
                Stream.of(values())
                    .filter(cause -> !cause.isAskedFor(asked))
                    .flatMap(cause -> cause.words(server, others, evidence).stream()))
        .reduce((first, second) -> first + ", and " + second);
  }

  private static String group(String id) {
    return id.substring(0, id.lastIndexOf('/'));
  }

  private boolean isAskedFor(MachineSettings asked) {
    return switch (this) {
      case THROTTLING -> asked.cpuLimit().isPresent();
      case PAGE_OUTS -> asked.memoryLimitBytes().isPresent();
      case STEAL, IMBALANCE, STALLS, OTHER_LOAD -> false;
    };
  }

  private Optional<String> words(
      MeasuredProcess instance, List<MeasuredProcess> others, Evidence evidence) {
    Optional<Double> figure = figure(instance, evidence).filter(value -> value > limit);
    double[] ofOthers =
        others.stream()
            .flatMap(other -> figure(other, evidence).stream())
            .mapToDouble(value -> value)
            .toArray();
    return figure
        .filter(
            value ->
                ofOthers.length == 0 || value >= TIMES_THE_OTHERS * ModifiedZScore.median(ofOthers))
        .map(this::words);
  }

  private Optional<Double> figure(MeasuredProcess instance, Evidence evidence) {
    Window window = instance.window();
    return switch (this) {
      case STEAL -> MachineCpu.during(window, evidence).map(MachineCpu::stealRatio);
      case THROTTLING -> throttledRatio(instance, evidence);
      case IMBALANCE -> imbalance(instance, evidence);
      case PAGE_OUTS -> PageFaults.perSecond(instance, evidence);
      case STALLS ->
          evidence.controls().stream()
              .filter(control -> control.block() == instance.block())
              .findFirst()
              .map(IdleControl::stalledRatio);
      case OTHER_LOAD -> OtherCpu.ratio(instance.block(), evidence);
    };
  }

  private static Optional<Double> throttledRatio(MeasuredProcess instance, Evidence evidence) {
    Optional<Double> periods =
        evidence.increase(instance.id(), LabMetrics.CPU_PERIODS, null, instance.window());
    return evidence
        .increase(instance.id(), LabMetrics.THROTTLED_PERIODS, null, instance.window())
        .flatMap(
            throttled -> periods.filter(all -> all > 0).map(all -> Math.min(1, throttled / all)));
  }

  private static Optional<Double> imbalance(MeasuredProcess instance, Evidence evidence) {
    Map<String, Double> answered = LoadRates.of(LoadRates.ANSWERED, evidence);
    return answered.containsKey(instance.id())
        ? Optional.of(new LoadDeviation(answered).deviation(instance.id()))
        : Optional.empty();
  }

  private String words(double value) {
    return switch (this) {
      case STEAL -> "the hypervisor took away %s of the CPU time".formatted(Units.share(value));
      case THROTTLING ->
          "its CPU limit held it back in %s of the periods".formatted(Units.share(value));
      case IMBALANCE -> "its load was %s off the mean".formatted(Units.share(value));
      case PAGE_OUTS ->
          "it waited %s times a second for a page from the disk".formatted(Units.number(value));
      case STALLS -> "the machine itself stalled for %s of the time".formatted(Units.share(value));
      case OTHER_LOAD ->
          "other processes used %s of the machine's CPU time".formatted(Units.share(value));
    };
  }
}
