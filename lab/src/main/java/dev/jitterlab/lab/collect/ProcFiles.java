package dev.jitterlab.lab.collect;

import dev.jitterlab.lab.machine.GivingWay;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Samples of the machine and of processes from Linux's {@code /proc} and {@code /sys}. What cannot
 * be read, because the process has ended or the system is not Linux, gives no sample.
 *
 * <p>Source: proc(5). Stateless and thread-safe.
 */
public final class ProcFiles {
  /** The CPU time that a process has used since its start. */
  public static final String PROCESS_CPU = "lab_process_cpu_seconds_total";

  /** The CPU time of the threads by which a process is observed from within. */
  public static final String OBSERVING_CPU = "lab_observing_cpu_seconds_total";

  /** How the threads of Flight Recorder are called, in every JDK. */
  private static final String FLIGHT_RECORDER = "JFR ";

  /** The columns of {@code /proc/stat}; idle and iowait are added up. */
  private static final List<String> STATES =
      List.of("user", "nice", "system", "idle", "idle", "irq", "softirq", "steal");

  private static final int IDLE = 3;
  private static final int IOWAIT = 4;

  private final Path root;
  private final Path sys;

  /**
   * @param root {@code /proc}; beside it lies {@code /sys}
   */
  public ProcFiles(Path root) {
    this.root = root;
    this.sys = root.resolveSibling("sys");
  }

  /**
   * CPU time of every core since boot, as {@code lab_machine_cpu_seconds_total{cpu,state}}; what
   * was swapped; and how fast the cores run, where the machine shows it.
   */
  void sampleMachine(double at, List<Sample> into) {
    sampleCores(at, into);
    sampleSwap(at, into);
    sampleFrequencies(at, into);
  }

  private void sampleCores(double at, List<Sample> into) {
    for (String line : lines(root.resolve("stat"))) {
      String[] fields = line.split(" +", -1);
      if (!fields[0].matches("cpu\\d+")) {
        continue;
      }
      double[] ticks = new double[STATES.size()];
      for (int i = 0; i < ticks.length && i + 1 < fields.length; i++) {
        ticks[i == IOWAIT ? IDLE : i] += Double.parseDouble(fields[i + 1]);
      }
      for (int i = 0; i < ticks.length; i++) {
        if (i != IOWAIT) {
          String labels =
              "cpu=\"" + fields[0].substring("cpu".length()) + "\",state=\"" + STATES.get(i) + '"';
          into.add(
              new Sample(
                  at,
                  "machine",
                  "lab_machine_cpu_seconds_total",
                  labels,
                  ticks[i] / ProcessStat.CLOCK_TICKS_PER_SECOND));
        }
      }
    }
  }

  private void sampleSwap(double at, List<Sample> into) {
    lines(root.resolve("vmstat")).stream()
        .filter(line -> line.startsWith("pswpin ") || line.startsWith("pswpout "))
        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
        .reduce(Long::sum)
        .ifPresent(
            pages ->
                into.add(new Sample(at, "machine", "lab_machine_swapped_pages_total", "", pages)));
  }

  /** The kernel tells them in kHz. */
  private void sampleFrequencies(double at, List<Sample> into) {
    Path cpus = sys.resolve("devices/system/cpu");
    for (int cpu = 0; Files.isDirectory(cpus.resolve("cpu" + cpu + "/cpufreq")); cpu++) {
      String labels = "cpu=\"" + cpu + '"';
      lines(cpus.resolve("cpu" + cpu + "/cpufreq/scaling_cur_freq")).stream()
          .mapToLong(Long::parseLong)
          .forEach(
              kilohertz ->
                  into.add(
                      new Sample(at, "machine", "lab_machine_cpu_hertz", labels, kilohertz * 1e3)));
    }
  }

  /**
   * CPU time, memory, page faults and throttling of a process.
   *
   * @param withChildren adds those of its descendants, also the CPU time of those that have ended;
   *     a page that several share counts for each
   */
  void sampleProcess(double at, String source, long pid, boolean withChildren, List<Sample> into) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (long one : withChildren ? family(pid) : List.of(pid)) {
      stat(one)
          .ifPresent(
              stat -> {
                double seconds = withChildren ? stat.familyCpuSeconds() : stat.cpuSeconds();
                figures.merge(PROCESS_CPU, seconds, Double::sum);
                figures.merge(
                    "lab_process_major_faults_total", (double) stat.majorFaults(), Double::sum);
              });
      for (String line : lines(root.resolve(Long.toString(one)).resolve("status"))) {
        if (line.startsWith("VmRSS:")) {
          figures.merge("lab_process_resident_bytes", bytes(line), Double::sum);
        } else if (line.startsWith("VmSwap:")) {
          figures.merge("lab_process_swapped_bytes", bytes(line), Double::sum);
        }
      }
    }
    figures.forEach((metric, value) -> into.add(new Sample(at, source, metric, "", value)));
    ControlGroup.read(sys, lines(root.resolve(Long.toString(pid)).resolve("cgroup")))
        .ifPresent(
            group -> {
              into.add(
                  new Sample(at, source, "lab_process_cpu_periods_total", "", group.periods()));
              into.add(
                  new Sample(
                      at,
                      source,
                      "lab_process_throttled_periods_total",
                      "",
                      group.throttledPeriods()));
            });
  }

  /** The process and its living descendants; without these on a kernel that does not tell them. */
  private List<Long> family(long pid) {
    List<Long> family = new ArrayList<>(List.of(pid));
    for (int i = 0; i < family.size(); i++) {
      for (Path thread : entries(root.resolve(Long.toString(family.get(i))).resolve("task"))) {
        lines(thread.resolve("children")).stream()
            .flatMap(line -> Stream.of(line.split(" ", -1)))
            .filter(child -> !child.isBlank())
            .forEach(child -> family.add(Long.valueOf(child)));
      }
    }
    return family;
  }

  private static double bytes(String line) {
    return Double.parseDouble(line.replaceAll("\\D", "")) * 1024;
  }

  /** For how long the threads of a process waited for a CPU while they could have run. */
  void sampleThreads(double at, String source, long pid, List<Sample> into) {
    long waitedNs = 0;
    boolean known = false;
    for (Path thread : entries(root.resolve(Long.toString(pid)).resolve("task"))) {
      for (String line : lines(thread.resolve("schedstat"))) {
        waitedNs += Long.parseLong(line.split(" ", -1)[1]);
        known = true;
      }
    }
    if (known) {
      into.add(new Sample(at, source, "lab_process_run_queue_seconds_total", "", waitedNs / 1e9));
    }
  }

  /**
   * What those threads of a process have used that answer our scrapes, write our logs or belong to
   * Flight Recorder. What their code costs elsewhere, such as to compile it, is not in it.
   *
   * @param withChildren adds those of its descendants
   */
  void sampleObserving(
      double at, String source, long pid, boolean withChildren, List<Sample> into) {
    long usedNs = 0;
    boolean known = false;
    for (long one : withChildren ? family(pid) : List.of(pid)) {
      for (Path thread : entries(root.resolve(Long.toString(one)).resolve("task"))) {
        boolean observes =
            lines(thread.resolve("comm")).stream()
                .anyMatch(
                    name ->
                        name.startsWith(GivingWay.OBSERVING) || name.startsWith(FLIGHT_RECORDER));
        for (String line : lines(thread.resolve("schedstat"))) {
          usedNs += observes ? Long.parseLong(line.split(" ", -1)[0]) : 0;
          known = true;
        }
      }
    }
    if (known) {
      into.add(new Sample(at, source, OBSERVING_CPU, "", usedNs / 1e9));
    }
  }

  /**
   * What every process of the machine has used: those of the run together with all that they have
   * started, in {@code lab_session_cpu_seconds_total}, and each other one in {@code
   * lab_other_cpu_seconds_total} of the machine. Reads a file for every process.
   *
   * @param ours source to process id; each leads a session, but for the lab itself
   */
  void sampleSessions(double at, Map<String, Long> ours, List<Sample> into) {
    Map<Long, String> sources = new HashMap<>();
    ours.forEach((source, pid) -> sources.put(pid, source));
    Map<String, Double> sessions = new LinkedHashMap<>();
    for (Path folder : entries(root)) {
      String pid = folder.getFileName().toString();
      if (!pid.matches("\\d+")) {
        continue;
      }
      stat(Long.parseLong(pid))
          .ifPresent(
              stat -> {
                String source = sources.get(Long.valueOf(pid));
                String session = sources.get(stat.session());
                if (source != null && session == null) {
                  sessions.merge(source, stat.cpuSeconds(), Double::sum);
                } else if (session != null) {
                  sessions.merge(session, stat.familyCpuSeconds(), Double::sum);
                } else if (stat.familyCpuSeconds() > 0) {
                  into.add(other(at, pid, stat));
                }
              });
    }
    sessions.forEach(
        (source, seconds) ->
            into.add(new Sample(at, source, "lab_session_cpu_seconds_total", "", seconds)));
  }

  private static Sample other(double at, String pid, ProcessStat stat) {
    String command = stat.command().replaceAll("[\\\\\"\\p{Cntrl}]", "?");
    String labels = "command=\"" + command + "\",pid=\"" + pid + '"';
    return new Sample(
        at, "machine", "lab_other_cpu_seconds_total", labels, stat.familyCpuSeconds());
  }

  /** What a process has used up to now; empty if it has ended. */
  public Optional<ProcessUsage> usage(long pid) {
    return stat(pid).map(stat -> new ProcessUsage(stat.cpuSeconds(), contextSwitches(pid)));
  }

  private Map<String, Long> contextSwitches(long pid) {
    Map<String, Long> switches = new HashMap<>();
    for (Path thread : entries(root.resolve(Long.toString(pid)).resolve("task"))) {
      lines(thread.resolve("status")).stream()
          .filter(line -> line.contains("voluntary_ctxt_switches:"))
          .map(line -> Long.valueOf(line.replaceAll("\\D", "")))
          .reduce(Long::sum)
          .ifPresent(count -> switches.put(thread.getFileName().toString(), count));
    }
    return switches;
  }

  /**
   * When a process was started, in clock ticks since boot: with the process id, the identity of a
   * process, because ids are used again.
   */
  public OptionalLong startTicks(long pid) {
    return stat(pid).stream().mapToLong(ProcessStat::startTicks).findFirst();
  }

  private Optional<ProcessStat> stat(long pid) {
    return ProcessStat.parse(
        String.join(" ", lines(root.resolve(Long.toString(pid)).resolve("stat"))));
  }

  /** What is in a folder; of a process that has just ended, what could be read. */
  private static List<Path> entries(Path folder) {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      stream.forEach(entries::add);
    } catch (IOException | DirectoryIteratorException e) {
      return entries;
    }
    return entries;
  }

  static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of();
    }
  }
}
