package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.collector.SchedulerTrace;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.IdleControl;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The others' share of the machine's CPU time is what the cores worked, without interrupts, less
 * what servers, load, control, the scheduler's trace and the lab used with all that they had
 * started, and what threads of the kernel used; so it holds too where others cannot be seen, as in
 * a container. The kernel's threads work for a process that writes to the disk or runs out of
 * memory: that may be a server. So may a daemon that a server works through, and that nobody of the
 * run has started. So where the others worked beside most servers of some groups, and spared
 * another group, the trial is weak and not invalid: a group must not take away the figures of all.
 */
final class OtherCpu extends WorstBlock {
  static final double VALID = 0.05;
  private static final Pattern LABEL = Pattern.compile("\\w+=\"([^\"]*)\",?");

  OtherCpu() {
    super(
        Question.of("other_processes_cpu_ratio", Unit.RATIO, "Was the machine free of other work?")
            .from(Dependence.OUTSIDE, Dependence.OUTCOME)
            .limit(VALID, 0.3)
            .needs("the CPU time of the run's processes was not sampled to the end", Kind.SAMPLES),
        "End other programs on the machine, or use a machine of your own.");
  }

  @Override
  Optional<Double> figure(int block, MeasuredWindows measured, Evidence evidence) {
    return ratio(block, measured, evidence);
  }

  @Override
  String why(Worst worst, Evidence evidence) {
    return "processes that are not the run's used %s of the machine's CPU time in %s%s"
        .formatted(
            Units.share(worst.value()),
            worst.of(),
            worst.value() > VALID ? most(blockOf(worst), evidence) : "");
  }

  @Override
  Finding judged(Finding worst, Map<Integer, Double> figures, Evidence evidence) {
    return Optional.of(worst)
        .filter(finding -> finding.status() == Status.INVALID)
        .flatMap(_ -> spared(figures, evidence))
        .map(least -> perhapsOwn(worst, least))
        .orElse(worst);
  }

  private Finding perhapsOwn(Finding worst, Worst least) {
    return found(
        worst.value().orElseThrow(),
        Status.WEAK,
        worst.why()
            + ("; beside the servers of %s it was at most %s, so other servers may work through a"
                    + " program that the lab did not start, such as docker")
                .formatted(least.of(), Units.share(least.value())),
        "Start a server's helpers from its command: then their CPU time counts as the run's.");
  }

  private static int blockOf(Worst worst) {
    return Integer.parseInt(worst.of().substring("block ".length()));
  }

  /** The share of others in some time of a block; empty without samples. */
  static Optional<Double> ratio(int block, MeasuredWindows windows, Evidence evidence) {
    double ours = 0;
    boolean known = false;
    for (String source : sources(block, evidence)) {
      Optional<Double> used = evidence.increase(source, LabMetrics.SESSION_CPU, null, windows);
      if (used.isEmpty()) {
        used = usedUntilItsEnd(source, windows, evidence);
        if (used.isPresent() && isServer(source, evidence)) {
          return Optional.empty(); // the rest of what it used looks like somebody else's
        }
      }
      known |= used.isPresent();
      ours += used.orElse(0.0);
    }
    if (!known) {
      return Optional.empty();
    }
    double notOthers =
        ours
            + evidence
                .increase(LabMetrics.MACHINE, LabMetrics.KERNEL_CPU, null, windows)
                .orElse(0.0);
    return evidence
        .machineCpu(windows)
        .map(cpu -> Math.max(0, cpu.workSeconds() - notOthers) / cpu.totalSeconds());
  }

  /**
   * The share of programs that did not also work in at least half of the other times, and at most
   * that of all others. One that did may have worked for what was measured, as a daemon does that
   * runs containers or a database that is shared. What no program was seen to use counts nothing:
   * it may be a server's helper that came and went. A program is known by its name, because a
   * daemon may start a process per server.
   */
  static Optional<Double> occasionalRatio(
      int block, MeasuredWindows windows, List<MeasuredWindows> otherTimes, Evidence evidence) {
    Map<String, Integer> seen = new HashMap<>();
    otherTimes.forEach(
        time ->
            programs(time, evidence).keySet().forEach(name -> seen.merge(name, 1, Integer::sum)));
    double occasional =
        programs(windows, evidence).entrySet().stream()
            .filter(program -> 2 * seen.getOrDefault(program.getKey(), 0) < otherTimes.size())
            .mapToDouble(Map.Entry::getValue)
            .sum();
    return ratio(block, windows, evidence)
        .flatMap(
            ratio ->
                evidence
                    .machineCpu(windows)
                    .map(cpu -> Math.min(ratio, occasional / cpu.totalSeconds())));
  }

  /** What other programs used, by name; without those that used nothing or cannot be seen. */
  private static Map<String, Double> programs(MeasuredWindows windows, Evidence evidence) {
    Map<String, Double> programs = new HashMap<>();
    evidence
        .samples()
        .map(samples -> others(samples, windows))
        .orElse(Map.of())
        .forEach(
            (labels, seconds) -> {
              if (seconds > 0) {
                String name = SeriesSelector.value(labels, "command").orElse(labels);
                programs.merge(name, seconds, Double::sum);
              }
            });
    return programs;
  }

  /** Of a process that ended within the windows, but for what it used after its last sample. */
  private static Optional<Double> usedUntilItsEnd(
      String source, MeasuredWindows windows, Evidence evidence) {
    return evidence
        .samples()
        .map(samples -> samples.series(source, LabMetrics.SESSION_CPU, null, windows))
        .filter(points -> !points.isEmpty())
        .map(points -> points.getLast().value() - points.getFirst().value());
  }

  private static boolean isServer(String source, Evidence evidence) {
    return evidence.servers().stream().anyMatch(server -> server.id().equals(source));
  }

  private static List<String> sources(int block, Evidence evidence) {
    List<String> sources =
        new ArrayList<>(List.of(LabMetrics.LAB, IdleControl.id(block), SchedulerTrace.id(block)));
    sources.add(Evidence.loadId(block));
    Stream.of(evidence.servers(), evidence.externalLoads())
        .flatMap(List::stream)
        .filter(process -> process.block() == block)
        .forEach(process -> sources.add(process.id()));
    return sources;
  }

  /** The one that used most, where others can be seen. */
  private static String most(int block, Evidence evidence) {
    MeasuredWindows windows = evidence.measured().get(block);
    Map<String, Double> used =
        evidence.samples().map(samples -> others(samples, windows)).orElse(Map.of());
    return used.entrySet().stream()
        .filter(entry -> entry.getValue() > 0)
        .max(Map.Entry.comparingByValue())
        .map(
            entry ->
                ", most of those that are still there %s (%s)"
                    .formatted(
                        LABEL.matcher(entry.getKey()).replaceAll("$1 ").strip(),
                        Units.seconds(entry.getValue())))
        .orElse("");
  }

  private static Map<String, Double> others(SamplesReader samples, MeasuredWindows windows) {
    Map<String, Double> used = new LinkedHashMap<>();
    windows
        .parts()
        .forEach(
            window ->
                samples
                    .increases(
                        LabMetrics.MACHINE, LabMetrics.OTHER_CPU, null, window.from(), window.to())
                    .forEach((process, seconds) -> used.merge(process, seconds, Double::sum)));
    return used;
  }
}
