package dev.jitterlab.lab.process;

import static dev.jitterlab.lab.run.LabMetrics.CPU_HERTZ;
import static dev.jitterlab.lab.run.LabMetrics.MACHINE;
import static dev.jitterlab.lab.run.LabMetrics.MACHINE_CPU;
import static dev.jitterlab.lab.run.LabMetrics.SWAPPED_PAGES;

import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.run.Sample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Samples of the machine, of all its processes together. Stateless and thread-safe. */
record MachineSampler(ProcFiles proc) {
  /** The columns of {@code /proc/stat}; idle and iowait are added up. */
  private static final List<String> STATES =
      List.of("user", "nice", "system", "idle", "idle", "irq", "softirq", "steal");

  private static final int IDLE = 3;
  private static final int IOWAIT = 4;

  /**
   * CPU time of every core since boot, as {@code lab_machine_cpu_seconds_total{cpu,state}}; what
   * was swapped; and how fast the cores run, where the machine shows it.
   */
  void sample(double at, List<Sample> into) {
    sampleCores(at, into);
    sampleSwap(at, into);
    sampleFrequencies(at, into);
  }

  private void sampleCores(double at, List<Sample> into) {
    for (String line : proc.lines("stat")) {
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
          double seconds = ticks[i] / ProcessStat.CLOCK_TICKS_PER_SECOND;
          into.add(new Sample(at, MACHINE, MACHINE_CPU, labels, seconds));
        }
      }
    }
  }

  private void sampleSwap(double at, List<Sample> into) {
    proc.lines("vmstat").stream()
        .filter(line -> line.startsWith("pswpin ") || line.startsWith("pswpout "))
        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
        .reduce(Long::sum)
        .ifPresent(pages -> into.add(new Sample(at, MACHINE, SWAPPED_PAGES, "", pages)));
  }

  /** Of the cores that there are: where some are offline, their numbers have gaps. */
  private void sampleFrequencies(double at, List<Sample> into) {
    Path cpus = proc.sys().resolve("devices/system/cpu");
    FileTree.entries(cpus).stream()
        .map(entry -> entry.getFileName().toString())
        .filter(name -> name.matches("cpu\\d+"))
        .filter(name -> Files.isDirectory(cpus.resolve(name).resolve("cpufreq")))
        .map(name -> Integer.valueOf(name.substring("cpu".length())))
        .sorted()
        .forEach(cpu -> sampleFrequency(at, cpus, cpu, into));
  }

  /** The kernel tells it in kHz. */
  private static void sampleFrequency(double at, Path cpus, int cpu, List<Sample> into) {
    String labels = "cpu=\"" + cpu + '"';
    ProcFiles.lines(cpus.resolve("cpu" + cpu + "/cpufreq/scaling_cur_freq")).stream()
        .mapToLong(Long::parseLong)
        .forEach(
            kilohertz -> into.add(new Sample(at, MACHINE, CPU_HERTZ, labels, kilohertz * 1e3)));
  }
}
