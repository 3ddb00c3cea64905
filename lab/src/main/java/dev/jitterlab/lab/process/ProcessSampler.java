package dev.jitterlab.lab.process;

import static dev.jitterlab.lab.run.LabMetrics.COLLECTOR_CPU;
import static dev.jitterlab.lab.run.LabMetrics.CPU_PERIODS;
import static dev.jitterlab.lab.run.LabMetrics.MAJOR_FAULTS;
import static dev.jitterlab.lab.run.LabMetrics.OBSERVING_CPU;
import static dev.jitterlab.lab.run.LabMetrics.PROCESS_CPU;
import static dev.jitterlab.lab.run.LabMetrics.RESIDENT;
import static dev.jitterlab.lab.run.LabMetrics.RUN_QUEUE;
import static dev.jitterlab.lab.run.LabMetrics.SWAPPED;
import static dev.jitterlab.lab.run.LabMetrics.THROTTLED_PERIODS;

import dev.jitterlab.lab.host.Host;
import dev.jitterlab.lab.host.ProcessUsage;
import dev.jitterlab.lab.run.Sample;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Samples of one process.
 *
 * @param source its samples' source
 * @param withChildren whether what its descendants use counts as its own
 */
record ProcessSampler(ProcFiles proc, String source, long pid, boolean withChildren) {
  /** How the threads of Flight Recorder are called, in every JDK. */
  private static final String FLIGHT_RECORDER = "JFR ";

  /**
   * CPU time, memory, page faults and throttling. With descendants, CPU time and page faults of
   * those that have ended count too, and a page that several share counts for each.
   */
  void sample(double at, List<Sample> into) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (long one : counted()) {
      proc.stat(one)
          .ifPresent(
              stat -> {
                double seconds = withChildren ? stat.familyCpuSeconds() : stat.cpuSeconds();
                figures.merge(PROCESS_CPU, seconds, Double::sum);
                double faults = withChildren ? stat.familyMajorFaults() : stat.majorFaults();
                figures.merge(MAJOR_FAULTS, faults, Double::sum);
              });
      for (String line : proc.lines(one + "/status")) {
        if (line.startsWith("VmRSS:")) {
          figures.merge(RESIDENT, bytes(line), Double::sum);
        } else if (line.startsWith("VmSwap:")) {
          figures.merge(SWAPPED, bytes(line), Double::sum);
        }
      }
    }
    figures.forEach((metric, value) -> into.add(new Sample(at, source, metric, "", value)));
    ControlGroup.read(proc.sys(), proc.lines(pid + "/cgroup"))
        .ifPresent(
            group -> {
              into.add(new Sample(at, source, CPU_PERIODS, "", group.periods()));
              into.add(new Sample(at, source, THROTTLED_PERIODS, "", group.throttledPeriods()));
            });
  }

  private List<Long> counted() {
    return withChildren ? proc.family(pid) : List.of(pid);
  }

  private static double bytes(String line) {
    return Double.parseDouble(line.replaceAll("\\D", "")) * 1024;
  }

  /** For how long its threads waited for a CPU while they could have run. */
  void sampleRunQueue(double at, List<Sample> into) {
    long waitedNs = 0;
    boolean known = false;
    for (Path thread : proc.threads(pid)) {
      for (String line : ProcFiles.lines(thread.resolve("schedstat"))) {
        waitedNs += Long.parseLong(line.split(" ", -1)[1]);
        known = true;
      }
    }
    if (known) {
      into.add(new Sample(at, source, RUN_QUEUE, "", waitedNs / 1e9));
    }
  }

  /**
   * What those of its threads have used that answer our scrapes, write our logs or belong to Flight
   * Recorder, and what those have used that collect garbage. What the former's code costs
   * elsewhere, such as to compile it, is not in it.
   */
  void sampleThreads(double at, List<Sample> into) {
    long observingNs = 0;
    long collectorNs = 0;
    boolean known = false;
    for (long one : counted()) {
      List<CollectorThreads.Used> threads = threads(one);
      known |= !threads.isEmpty();
      collectorNs += CollectorThreads.cpuNs(threads);
      observingNs +=
          threads.stream()
              .filter(
                  thread ->
                      thread.name().startsWith(Host.OBSERVING)
                          || thread.name().startsWith(FLIGHT_RECORDER))
              .mapToLong(CollectorThreads.Used::cpuNs)
              .sum();
    }
    if (known) {
      into.add(new Sample(at, source, OBSERVING_CPU, "", observingNs / 1e9));
      into.add(new Sample(at, source, COLLECTOR_CPU, "", collectorNs / 1e9));
    }
  }

  /** Those that the kernel tells the time of. */
  private List<CollectorThreads.Used> threads(long process) {
    List<CollectorThreads.Used> threads = new ArrayList<>();
    for (Path thread : proc.threads(process)) {
      String name = String.join("", ProcFiles.lines(thread.resolve("comm")));
      for (String line : ProcFiles.lines(thread.resolve("schedstat"))) {
        threads.add(new CollectorThreads.Used(name, Long.parseLong(line.split(" ", -1)[0])));
      }
    }
    return threads;
  }

  /** What it has used up to now; empty if it has ended. */
  Optional<ProcessUsage> usage() {
    return proc.stat(pid).map(stat -> new ProcessUsage(stat.cpuSeconds(), usageOfThreads()));
  }

  private Map<String, ProcessUsage.OfThread> usageOfThreads() {
    Map<String, ProcessUsage.OfThread> threads = new HashMap<>();
    for (Path thread : proc.threads(pid)) {
      List<String> schedstat = ProcFiles.lines(thread.resolve("schedstat"));
      String[] ns = (schedstat.isEmpty() ? "0 0" : schedstat.getFirst()).split(" ", -1);
      String name = String.join("", ProcFiles.lines(thread.resolve("comm")));
      ProcFiles.lines(thread.resolve("status")).stream()
          .filter(line -> line.contains("voluntary_ctxt_switches:"))
          .map(line -> Long.valueOf(line.replaceAll("\\D", "")))
          .reduce(Long::sum)
          .map(
              switches ->
                  new ProcessUsage.OfThread(
                      name, Long.parseLong(ns[0]) / 1e9, Long.parseLong(ns[1]) / 1e9, switches))
          .ifPresent(usage -> threads.put(thread.getFileName().toString(), usage));
    }
    return threads;
  }
}
