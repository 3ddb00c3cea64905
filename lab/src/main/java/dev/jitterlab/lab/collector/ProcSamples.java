package dev.jitterlab.lab.collector;

import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.collector.Series.Point;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** CPU time, memory, waiting and swapping, from Linux's {@code /proc}. */
public final class ProcSamples extends BuiltIn {
  /** How much CPU time a process used. */
  public static final Series PROCESS_SECONDS =
      Series.rate(
          "process_cpu_seconds",
          "s/s",
          "How much CPU time the process used in each second.",
          LabMetrics.PROCESS_CPU);

  /** The same as a share of what all cores have. */
  public static final Series PROCESS_LOAD =
      new Series(
          "process_cpu_load",
          "",
          "Which share of the machine's CPU time the process used.",
          Set.of(LabMetrics.PROCESS_CPU, LabMetrics.MACHINE_CPU),
          process -> shares(process, process.rate(LabMetrics.PROCESS_CPU)));

  /** 1 − the cores' idle share. */
  public static final Series MACHINE_LOAD =
      ofMachine(
          "machine_cpu_load",
          "Which share of the machine's CPU time was used.",
          machine ->
              ofAllCores(machine, "idle").stream()
                  .map(p -> new Point(p.at(), Math.clamp(1 - p.value(), 0, 1)))
                  .toList());

  /** What the hypervisor took away. */
  public static final Series MACHINE_STEAL =
      ofMachine(
          "machine_steal",
          "Which share of the machine's CPU time the hypervisor took away.",
          machine -> ofAllCores(machine, "steal"));

  ProcSamples() {
    super(
        "proc",
        "CPU time, memory and swapping of processes and machine, from /proc.",
        RunDirectory.SAMPLES,
        Attachment.values());
  }

  @Override
  public Optional<String> fixed() {
    return Optional.of(
        "It cannot be switched off: the validity checks need it. `scrape: false` samples it only at"
            + " both ends of the measurement.");
  }

  @Override
  public Optional<Obstacle> obstacle(Path root, Jdk jdk) {
    return Files.isReadable(root.resolve("proc/self/schedstat"))
        ? Optional.empty()
        : Optional.of(
            new Obstacle(
                "/proc/self/schedstat cannot be read",
                "Run the lab on Linux, with a kernel that has CONFIG_SCHED_INFO."));
  }

  @Override
  public List<Series> series() {
    return List.of(PROCESS_SECONDS, PROCESS_LOAD, MACHINE_LOAD, MACHINE_STEAL);
  }

  /** Read for the machine, or for the idle process that stands for it; nothing for a server. */
  private static Series ofMachine(
      String name, String description, Function<Recorded, List<Point>> reader) {
    return new Series(
        name,
        "",
        description,
        Set.of(LabMetrics.MACHINE_CPU),
        one ->
            one.id().equals(LabMetrics.MACHINE) || one.id().startsWith("control/")
                ? reader.apply(one)
                : List.of());
  }

  private static List<Point> ofAllCores(Recorded machine, String state) {
    List<SamplesReader.Point> sums =
        SamplesReader.Point.sums(cores(machine, state).stream().flatMap(List::stream));
    return shares(machine, machine.rate(sums));
  }

  /** CPU seconds per second over what all cores have; nothing where they were not sampled. */
  private static List<Point> shares(Recorded process, List<Point> seconds) {
    int cores = cores(process, "idle").size();
    return cores == 0
        ? List.of()
        : seconds.stream().map(p -> new Point(p.at(), p.value() / cores)).toList();
  }

  /** One line per core that there is: where some are offline, their numbers have gaps. */
  private static List<List<SamplesReader.Point>> cores(Recorded process, String state) {
    SeriesSelector ofState =
        new SeriesSelector(LabMetrics.MACHINE_CPU, List.of("state=\"" + state + '"'));
    return process.labelSets(LabMetrics.MACHINE, ofState).stream()
        .map(labels -> process.sampled(LabMetrics.MACHINE, ofState.name(), labels))
        .filter(samples -> !samples.isEmpty())
        .toList();
  }
}
