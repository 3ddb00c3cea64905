package dev.jitterlab.lab;

import dev.jitterlab.lab.run.Environment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The machine of a {@link RunDirectoryFixture}: as it is, a sound one; each method spoils it. */
public final class MachineFixture {
  private final Map<Integer, Map<Integer, Integer>> stallMillis = new HashMap<>();
  private final Map<Integer, Double> blockSteal = new HashMap<>();
  private final Map<Integer, Double> blockOthers = new HashMap<>();
  private final Map<Integer, Double> blockHertz = new HashMap<>();
  private String governor = "performance";
  private String clockSource = "tsc";
  private Boolean cpuSleep;
  private boolean controlled = true;
  private boolean showsFrequency = true;
  private double stealShare;
  private double busyShare = 0.5;
  private double scrapeLatenessSeconds = 0.001;
  private double swappedPagesPerSecond;
  private double droppedSamples;
  private final Set<Integer> stolenSeconds = new HashSet<>();
  private String stolenCore = "";
  private boolean hasGap;
  private int onlineSecond = Integer.MIN_VALUE;
  private double waitedInSecondFour;
  private final Set<Integer> otherLabBlocks = new HashSet<>();
  private final Map<Integer, Double> blockWaits = new HashMap<>();
  private final Set<Integer> daemonBlocks = new HashSet<>();
  private boolean othersAreHidden;
  private boolean othersAreKernel;
  private boolean othersAreTheTrace;

  public void steal(double share) {
    stealShare = share;
  }

  /** In one block only. */
  public void steal(int block, double share) {
    blockSteal.put(block, share);
  }

  /** The hypervisor takes all cores for that measured second, too. */
  public void stealSecond(int second) {
    stolenSeconds.add(second);
  }

  /** The hypervisor takes that core for that measured second. */
  public void stealSecond(int core, int second) {
    stolenCore = "cpu=\"" + core + '"';
    stolenSeconds.add(second);
  }

  /** The two cores are 0 and 2, as where the second thread of each is offline. */
  public void withoutSecondThreads() {
    hasGap = true;
  }

  /** Core 1 comes online after that measured second. */
  public void secondCoreComesAfter(int second) {
    onlineSecond = second;
  }

  public void busy(double share) {
    busyShare = share;
  }

  public void scrapeLateness(double seconds) {
    scrapeLatenessSeconds = seconds;
  }

  public void withoutControl() {
    controlled = false;
  }

  /** The idle control process of that block is held up in a measured second. */
  public void stall(int block, int second, int millis) {
    stallMillis.computeIfAbsent(block, _ -> new HashMap<>()).put(second, millis);
  }

  /** Then the idle control process waits for a CPU for 18 ms more than otherwise. */
  public void waitsInSecondFour() {
    waitsInSecondFour(0.018);
  }

  /** Then the idle control process waits for a CPU for that much longer than otherwise. */
  public void waitsInSecondFour(double seconds) {
    waitedInSecondFour = seconds;
  }

  /** The same of one block only. */
  public void waitsInSecondFour(int block, double seconds) {
    blockWaits.put(block, seconds);
  }

  /** Processes that are not the run's use that share of the machine in one block. */
  public void others(int block, double share) {
    blockOthers.put(block, share);
  }

  /** What others use in one block is what a database uses that the lab did not start. */
  public void daemon(int block, double share) {
    daemonBlocks.add(block);
    others(block, share);
  }

  /** Nobody sees which processes the others are, as in a container. */
  public void othersAreHidden() {
    othersAreHidden = true;
  }

  /** What others use are threads of the kernel. */
  public void othersAreTheKernel() {
    othersAreKernel = true;
  }

  /** What others use is what it takes to trace the scheduler. */
  public void othersAreTheTrace() {
    othersAreTheTrace = true;
  }

  /** Another run of Jitterlab is seen in the middle of that block. */
  public void otherLab(int block) {
    otherLabBlocks.add(block);
  }

  public void hertz(int block, double hertz) {
    blockHertz.put(block, hertz);
  }

  /** As in most virtual machines. */
  public void withoutFrequency() {
    showsFrequency = false;
    governor = null;
  }

  public void governor(String name) {
    governor = name;
  }

  public void clockSource(String name) {
    clockSource = name;
  }

  public void cpuSleep(Boolean allowed) {
    cpuSleep = allowed;
  }

  public void swap(double pagesPerSecond) {
    swappedPagesPerSecond = pagesPerSecond;
  }

  public void dropSamples(double rows) {
    droppedSamples = rows;
  }

  Environment environment() {
    return new Environment(
        "Linux 6.1",
        null,
        2,
        null,
        governor,
        null,
        null,
        null,
        clockSource,
        null,
        cpuSleep,
        null,
        true,
        Map.of(),
        "25",
        null,
        null,
        "UTC",
        "en-GB");
  }

  /** The command line of the idle control process. */
  List<String> control() {
    return controlled ? List.of("java", "PeriodicServer") : List.of();
  }

  /** The samples of the machine during a block. */
  void sample(int block, double warmupFrom, double from, double to, SamplesFixture samples) {
    double steal = blockSteal.getOrDefault(block, stealShare);
    samples.machine(warmupFrom, to, steal, busyShare, scrapeLatenessSeconds);
    if (onlineSecond >= 0) {
      samples.offline("cpu=\"1\"", from + onlineSecond);
    }
    if (hasGap) {
      samples.renumberSecondCore(2);
    }
    for (int second : stolenSeconds) {
      if (from + second < to) {
        samples.stealSecond(stolenCore, from + second, to);
      }
    }
    double others = blockOthers.getOrDefault(block, 0.0);
    double ours = busyShare - steal - others;
    samples.run(warmupFrom, to, ours, swappedPagesPerSecond, droppedSamples);
    if (others > 0 && !othersAreHidden && !othersAreKernel && !othersAreTheTrace) {
      String program = daemonBlocks.contains(block) ? "postgres" : "rustc";
      samples.other(program, 100 + block, warmupFrom, to, others);
    }
    if (othersAreKernel) {
      double perSecond = SamplesFixture.CORES * others;
      samples.counter("machine", "lab_kernel_cpu_seconds_total", warmupFrom, to, perSecond);
    }
    if (othersAreTheTrace) {
      double perSecond = SamplesFixture.CORES * others;
      samples.counter(
          "scheduler/" + block, "lab_session_cpu_seconds_total", warmupFrom, to, perSecond);
    }
    if (otherLabBlocks.contains(block)) {
      samples.otherLab((from + to) / 2);
    }
    if (showsFrequency) {
      samples.frequency(warmupFrom, to, blockHertz.getOrDefault(block, 3e9));
    }
  }

  /** What the idle control process of a block leaves. */
  void writeControl(int block, Path log, double from, double to, SamplesFixture samples)
      throws IOException {
    double begin = from - RunDirectoryFixture.WARMUP_SECONDS;
    ControlLogFixture.write(log, begin, from, to + 1, stallMillis.getOrDefault(block, Map.of()));
    String id = "control/" + block;
    samples.counter(id, "lab_process_cpu_seconds_total", begin, to, 0.01);
    samples.counter(id, "lab_process_run_queue_seconds_total", begin, to, 0.001);
    double waited = blockWaits.getOrDefault(block, waitedInSecondFour);
    if (waited > 0) {
      samples.step(id, "lab_process_run_queue_seconds_total", from + 4.5, waited);
    }
  }
}
