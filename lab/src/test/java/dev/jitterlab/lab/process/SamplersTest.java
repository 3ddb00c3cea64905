package dev.jitterlab.lab.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.host.ProcessUsage;
import dev.jitterlab.lab.run.Sample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplersTest {
  @TempDir private Path proc;
  private final List<Sample> samples = new ArrayList<>();
  private SessionSampler sessions;

  @BeforeEach
  void open() {
    sessions = new SessionSampler(new ProcFiles(proc), "a-random-number");
  }

  @Test
  void givesTheCpuTimeOfEachCoreWithIowaitAsIdle() throws Exception {
    Files.writeString(
        proc.resolve("stat"),
        """
        cpu  200 0 0 0 0 0 0 0 0 0
        cpu0 101 2 30 400 50 6 7 8 9 10
        cpu11 1 0 0 0 0 0 0 0 0 0
        intr 5
        """);
    new MachineSampler(new ProcFiles(proc)).sample(3, samples);

    assertEquals(14, samples.size());
    String metric = "lab_machine_cpu_seconds_total";
    assertEquals(
        List.of(
            new Sample(3, "machine", metric, "cpu=\"0\",state=\"user\"", 1.01),
            new Sample(3, "machine", metric, "cpu=\"0\",state=\"nice\"", 0.02),
            new Sample(3, "machine", metric, "cpu=\"0\",state=\"system\"", 0.3),
            new Sample(3, "machine", metric, "cpu=\"0\",state=\"idle\"", 4.5),
            new Sample(3, "machine", metric, "cpu=\"0\",state=\"irq\"", 0.06),
            new Sample(3, "machine", metric, "cpu=\"0\",state=\"softirq\"", 0.07),
            new Sample(3, "machine", metric, "cpu=\"0\",state=\"steal\"", 0.08)),
        samples.subList(0, 7));
    assertEquals("cpu=\"11\",state=\"user\"", samples.get(7).labels());
  }

  @Test
  void readsAProcessWhoseNameHasBlanksAndBrackets() throws Exception {
    Path process = Files.createDirectories(proc.resolve("42"));
    Files.writeString(
        process.resolve("stat"),
        "42 (a ) b (c)) S 1 42 42 0 -1 4194304 1 0 6 5 150 25 9 9 20 0 1 0 987654 1 2 3\n");
    Files.writeString(
        process.resolve("status"), "Name:\ta\nVmRSS:\t    2048 kB\nVmSwap:\t     512 kB\n");
    ProcFiles files = new ProcFiles(proc);
    new ProcessSampler(files, "pool/1", 42, false).sample(3, samples);

    assertEquals(
        List.of(
            new Sample(3, "pool/1", "lab_process_cpu_seconds_total", "", 1.75),
            new Sample(3, "pool/1", "lab_process_major_faults_total", "", 6),
            new Sample(3, "pool/1", "lab_process_resident_bytes", "", 2048 * 1024),
            new Sample(3, "pool/1", "lab_process_swapped_bytes", "", 512 * 1024)),
        samples);
    assertEquals(OptionalLong.of(987654), files.startTicks(42));
  }

  /** The kernel keeps 15 bytes of a name; the last one is the first half of a character here. */
  @Test
  void readsAProcessWhoseNameIsCutInsideACharacter() throws Exception {
    Path process = Files.createDirectories(proc.resolve("42"));
    Files.writeString(
        process.resolve("stat"),
        "42 (fourteen-bytes\u00c3) S 1 42 42 0 -1 4194304 1 0 6 0 150 25 9 9 20 0 1 0 9 1 2 3\n",
        StandardCharsets.ISO_8859_1);
    Files.writeString(
        process.resolve("status"),
        "Name:\tfourteen-bytes\u00c3\nVmRSS:\t    2048 kB\n",
        StandardCharsets.ISO_8859_1);
    new ProcessSampler(new ProcFiles(proc), "pool/1", 42, false).sample(3, samples);

    assertEquals(
        List.of(
            new Sample(3, "pool/1", "lab_process_cpu_seconds_total", "", 1.75),
            new Sample(3, "pool/1", "lab_process_major_faults_total", "", 6),
            new Sample(3, "pool/1", "lab_process_resident_bytes", "", 2048 * 1024)),
        samples);
  }

  @Test
  void addsUpWhatAScriptAndItsChildrenUse() throws Exception {
    process(1, 7, "0 1 30 7", 100, "1", "2 3 ");
    process(2, 0, "200 50 0 0", 1000, "2", "");
    process(3, 0, "10 0 0 0", 10, "3", "4");
    process(4, 0, "1 0 0 0", 1, "4", "");
    new ProcessSampler(new ProcFiles(proc), "pool/1", 1, true).sample(3, samples);

    assertEquals(3, samples.size());
    assertEquals("lab_process_cpu_seconds_total", samples.get(0).metric());
    assertEquals(2.99, samples.get(0).value(), 1e-9);
    assertEquals(new Sample(3, "pool/1", "lab_process_major_faults_total", "", 7), samples.get(1));
    assertEquals(
        new Sample(3, "pool/1", "lab_process_resident_bytes", "", 1111 * 1024), samples.get(2));
  }

  /** The faults are those of children that have ended. */
  private void process(
      int pid, int faults, String ticks, int kibibytes, String thread, String children)
      throws IOException {
    Path process = Files.createDirectories(proc.resolve(Integer.toString(pid)));
    Files.writeString(
        process.resolve("stat"),
        "%d (sh) S 1 4 4 0 -1 4 1 0 0 %d %s 20 0 1 0 9 1\n".formatted(pid, faults, ticks));
    Files.writeString(process.resolve("status"), "VmRSS:\t" + kibibytes + " kB\n");
    Path task = Files.createDirectories(process.resolve("task").resolve(thread));
    Files.writeString(task.resolve("children"), children);
  }

  @Test
  void readsWhatAProcessUsedBetweenTwoLooks() throws Exception {
    Path process = Files.createDirectories(proc.resolve("42"));
    ProcessSampler sampler = new ProcessSampler(new ProcFiles(proc), "pool/1", 42, false);
    writeUsage(process, 150, Map.of("42", "3 1", "43", "100 50"));
    ProcessUsage before = sampler.usage().orElseThrow();
    for (String file : List.of("status", "comm", "schedstat")) {
      Files.delete(process.resolve("task/43").resolve(file));
    }
    Files.delete(process.resolve("task/43"));
    writeUsage(process, 175, Map.of("42", "13 2", "44", "5 2"));
    ProcessUsage after = sampler.usage().orElseThrow();

    assertEquals(0.25, after.cpuSecondsSince(before), 1e-9);
    assertEquals(10 + 1 + 5 + 2, after.contextSwitchesSince(before));
    assertEquals(
        Set.of(
            "tick-worker-0: 0.010 s, waited 0.001 s", "C2 CompilerThre: 0.005 s, waited 0.002 s"),
        after.threadsSince(before).stream()
            .map(
                thread ->
                    "%s: %.3f s, waited %.3f s"
                        .formatted(thread.name(), thread.cpuSeconds(), thread.waitedSeconds()))
            .collect(Collectors.toSet()));
  }

  private static void writeUsage(Path process, int userTicks, Map<String, String> switches)
      throws IOException {
    Files.writeString(
        process.resolve("stat"),
        "42 (java) S 1 42 42 0 -1 4194304 1 0 0 0 " + userTicks + " 25 9 9 20 0 1 0 9 1 2 3\n");
    for (Map.Entry<String, String> thread : switches.entrySet()) {
      String[] counts = thread.getValue().split(" ", -1);
      Path task = Files.createDirectories(process.resolve("task").resolve(thread.getKey()));
      Files.writeString(
          task.resolve("comm"),
          thread.getKey().equals("42") ? "tick-worker-0\n" : "C2 CompilerThre\n");
      Files.writeString(
          task.resolve("schedstat"), counts[0] + "000000 " + counts[1] + "000000 7\n");
      Files.writeString(
          task.resolve("status"),
          "Name:\tjava\nvoluntary_ctxt_switches:\t%s\nnonvoluntary_ctxt_switches:\t%s\n"
              .formatted(counts[0], counts[1]));
    }
  }

  @Test
  void addsUpWhatWasSwappedInAndOut() throws Exception {
    Files.writeString(proc.resolve("vmstat"), "pgmajfault 9\npswpin 3\npswpout 40\n");
    new MachineSampler(new ProcFiles(proc)).sample(3, samples);

    assertEquals(
        List.of(new Sample(3, "machine", "lab_machine_swapped_pages_total", "", 43)), samples);
  }

  @Test
  void givesTheFrequencyOfEachCoreWhereItIsShown() throws Exception {
    Path cpus = Files.createDirectories(proc.resolve("sys/devices/system/cpu/cpu0/cpufreq"));
    Files.writeString(cpus.resolve("scaling_cur_freq"), "2600000\n");
    new MachineSampler(new ProcFiles(Files.createDirectory(proc.resolve("proc"))))
        .sample(3, samples);

    assertEquals(
        List.of(new Sample(3, "machine", "lab_machine_cpu_hertz", "cpu=\"0\"", 2.6e9)), samples);
  }

  /** As where the second threads of the cores are offline. */
  @Test
  void givesTheFrequencyOfCoresWhoseNumbersHaveGaps() throws Exception {
    Path cpus = proc.resolve("sys/devices/system/cpu");
    for (String core : List.of("cpu10", "cpu0", "cpu2")) {
      Path folder = Files.createDirectories(cpus.resolve(core).resolve("cpufreq"));
      Files.writeString(folder.resolve("scaling_cur_freq"), "2600000\n");
    }
    Files.createDirectories(cpus.resolve("cpu1"));
    Files.createDirectories(cpus.resolve("cpufreq"));
    new MachineSampler(new ProcFiles(Files.createDirectory(proc.resolve("proc"))))
        .sample(3, samples);

    assertEquals(
        List.of("cpu=\"0\"", "cpu=\"2\"", "cpu=\"10\""),
        samples.stream().map(Sample::labels).toList());
  }

  @Test
  void countsThrottlingOfTheControlGroupAndOfThoseAboveIt() throws Exception {
    Path mount = proc.resolve("sys/fs/cgroup");
    Files.createDirectories(mount.resolve("slice/server"));
    Files.writeString(mount.resolve("slice/cpu.stat"), "nr_periods 90\nnr_throttled 20\n");
    Files.writeString(mount.resolve("slice/server/cpu.stat"), "nr_periods 100\nnr_throttled 3\n");
    assertEquals(List.of(100.0, 23.0), throttling("0::/slice/server\n"));
  }

  @Test
  void countsThrottlingOfVersionOne() throws Exception {
    Path group = Files.createDirectories(proc.resolve("sys/fs/cgroup/cpu/server"));
    Files.writeString(group.resolve("cpu.stat"), "nr_periods 10\nnr_throttled 3\nburst_time 0\n");
    assertEquals(List.of(10.0, 3.0), throttling("4:memory:/other\n2:cpu,cpuacct:/server\n0::/\n"));
  }

  @Test
  void saysNothingOfThrottlingWithoutControlGroups() throws Exception {
    assertEquals(List.of(), throttling("0::/slice/server\n"));
  }

  private List<Double> throttling(String groups) throws IOException {
    Path process = Files.createDirectories(proc.resolve("proc/42"));
    Files.writeString(process.resolve("cgroup"), groups);
    new ProcessSampler(new ProcFiles(proc.resolve("proc")), "pool/1", 42, false).sample(3, samples);
    return samples.stream().map(Sample::value).toList();
  }

  @Test
  void addsUpWhatTheThreadsUseThatObserve() throws Exception {
    Map<String, String> threads =
        Map.of("42", "java", "43", "jitterlab-tick-", "44", "JFR Sampler Thr", "45", "tick-pool-1");
    for (Map.Entry<String, String> thread : threads.entrySet()) {
      Path folder = Files.createDirectories(proc.resolve("42/task").resolve(thread.getKey()));
      Files.writeString(folder.resolve("comm"), thread.getValue() + "\n");
      Files.writeString(folder.resolve("schedstat"), "30000000 250000000 12\n");
    }
    new ProcessSampler(new ProcFiles(proc), "pool/1", 42, false).sampleThreads(3, samples);

    assertEquals(
        List.of(
            new Sample(3, "pool/1", "lab_observing_cpu_seconds_total", "", 0.06),
            new Sample(3, "pool/1", "lab_collector_cpu_seconds_total", "", 0)),
        samples);
  }

  /** Names as Linux shows them of JDK 11, 17, 21 and 25: at most 15 characters. */
  @ParameterizedTest
  @CsvSource({
    "GC Thread#0, true", // Parallel, G1
    "ParGC Thread#11, true", // Parallel in JDK 11
    "G1 Main Marker, true",
    "G1 Conc#0, true",
    "G1 Refine#0, true",
    "G1 Service, true",
    "G1 Young RemSet, true", // JDK 11
    "CMS Main Thread, true", // JDK 11
    "ZWorker#0, true",
    "ZWorkerYoung#0, true",
    "ZDriverMinor, true",
    "ZDirector, true",
    "ZStat, true",
    "XWorker#1, true", // ZGC without generations in JDK 21
    "XDriver, true",
    "RuntimeWorker#0, true",
    "Shenandoah GC T, true",
    "ShenandoahContr, true", // JDK 11
    "Shenandoah Cont, true",
    "ZooKeeper-1, false",
    "C2 CompilerThre, false",
    "Reference Handl, false",
    "tick-pool-1, false"
  })
  void knowsTheCollectorsThreads(String name, boolean collects) {
    long cpuNs =
        CollectorThreads.cpuNs(
            List.of(
                new CollectorThreads.Used("VM Thread", 3),
                new CollectorThreads.Used(name, 5),
                new CollectorThreads.Used("main", 7)));

    assertEquals(collects ? 5 : 3, cpuNs, "the VM's thread collects only where no other does");
  }

  @Test
  void addsUpForHowLongTheThreadsOfAProcessWaitedForACpu() throws Exception {
    for (String thread : List.of("42", "43")) {
      Path folder = Files.createDirectories(proc.resolve("42/task").resolve(thread));
      Files.writeString(folder.resolve("schedstat"), "900 250000000 12\n");
    }
    new ProcessSampler(new ProcFiles(proc), "control/1", 42, false).sampleRunQueue(3, samples);

    assertEquals(
        List.of(new Sample(3, "control/1", "lab_process_run_queue_seconds_total", "", 0.5)),
        samples);
  }

  private static SessionSampler.Origin origin(String source) {
    return new SessionSampler.Origin(source, 9);
  }

  /** Adopted by init, in a session of its own: by the mark in the environment that it inherits. */
  @Test
  void countsAHelperThatLeftItsSessionAndItsParentsAsTheRuns() throws Exception {
    stat(42, "java", 42, "100 0 0 0");
    stat(50, "helper", 50, "400 0 0 0");
    environment(50, "PATH=/bin", "JITTERLAB_OWNER=a-random-number", "JITTERLAB_PROCESS=pool/1");
    stat(51, "of another lab", 51, "70 0 0 0");
    environment(51, "JITTERLAB_OWNER=another-number", "JITTERLAB_PROCESS=pool/1");
    stat(52, "says so only", 52, "80 0 0 0");
    environment(52, "NOTE=JITTERLAB_OWNER=a-random-number", "JITTERLAB_PROCESS=pool/1");
    sessions.sample(3, Map.of(42L, origin("pool/1")), samples);

    assertEquals(
        Set.of(
            new Sample(3, "pool/1", "lab_session_cpu_seconds_total", "", 5),
            new Sample(
                3,
                "machine",
                "lab_other_cpu_seconds_total",
                "command=\"of another lab\",pid=\"51\"",
                0.7),
            new Sample(
                3,
                "machine",
                "lab_other_cpu_seconds_total",
                "command=\"says so only\",pid=\"52\"",
                0.8)),
        Set.copyOf(samples));
  }

  /** They write to the disk or look for memory for another process, which may be a server. */
  @Test
  void threadsOfTheKernelAreNobodysElse() throws Exception {
    kernelThread(33, 700);
    stat(2, "sh of a container", 2, "50 0 0 0");
    sessions.sample(3, Map.of(), samples);

    assertEquals(
        Set.of(
            new Sample(3, "machine", "lab_kernel_cpu_seconds_total", "", 7),
            new Sample(
                3,
                "machine",
                "lab_other_cpu_seconds_total",
                "command=\"sh of a container\",pid=\"2\"",
                0.5)),
        Set.copyOf(samples));
  }

  /** Or the sum would fall by its whole life, and others would seem to have worked. */
  @Test
  void remembersWhatAThreadOfTheKernelUsedThatHasEnded() throws Exception {
    kernelThread(33, 700);
    kernelThread(34, 100);
    sessions.sample(3, Map.of(), samples);
    Files.delete(proc.resolve("33/stat"));
    Files.delete(proc.resolve("33"));
    kernelThread(34, 150);
    kernelThread(35, 25);
    sessions.sample(4, Map.of(), samples);
    sessions.sample(5, Map.of(), samples);

    assertEquals(
        List.of(
            new Sample(3, "machine", "lab_kernel_cpu_seconds_total", "", 8),
            new Sample(4, "machine", "lab_kernel_cpu_seconds_total", "", 8.75),
            new Sample(5, "machine", "lab_kernel_cpu_seconds_total", "", 8.75)),
        samples);
  }

  private void kernelThread(int pid, int systemTicks) throws IOException {
    Files.writeString(
        Files.createDirectories(proc.resolve(Integer.toString(pid))).resolve("stat"),
        "%d (kworker) S 2 0 0 0 -1 2238528 0 0 0 0 0 %d 0 0 20 0 1 0 9 1 2 3\n"
            .formatted(pid, systemTicks));
  }

  /** Seen with its parent once; when it has ended, what it used stays the run's. */
  @Test
  void remembersAHelperWhoseParentHasEndedAndWhoseEnvironmentIsEmpty() throws Exception {
    stat(42, "java", 42, "100 0 0 0");
    child(50, 42, "helper", 50, "400 0 0 0");
    sessions.sample(3, Map.of(42L, origin("pool/1")), samples);
    child(50, 1, "helper", 50, "500 0 0 0");
    sessions.sample(4, Map.of(42L, origin("pool/1")), samples);
    Files.delete(proc.resolve("50/stat"));
    Files.delete(proc.resolve("50"));
    sessions.sample(5, Map.of(42L, origin("pool/1")), samples);

    assertEquals(
        List.of(
            new Sample(3, "pool/1", "lab_session_cpu_seconds_total", "", 5),
            new Sample(4, "pool/1", "lab_session_cpu_seconds_total", "", 6),
            new Sample(5, "pool/1", "lab_session_cpu_seconds_total", "", 6)),
        samples);
  }

  /** It was started in the background by a script that had ended: init is its parent. */
  @Test
  void remembersAHelperOfTheServersSessionWhoseParentIsInit() throws Exception {
    stat(42, "java", 42, "100 0 0 0");
    child(50, 1, "helper", 42, "400 0 0 0");
    sessions.sample(3, Map.of(42L, origin("pool/1")), samples);
    Files.delete(proc.resolve("50/stat"));
    Files.delete(proc.resolve("50"));
    sessions.sample(4, Map.of(42L, origin("pool/1")), samples);

    assertEquals(
        List.of(
            new Sample(3, "pool/1", "lab_session_cpu_seconds_total", "", 5),
            new Sample(4, "pool/1", "lab_session_cpu_seconds_total", "", 5)),
        samples);
  }

  /** The server lives, and the kernel gives it what they used: nobody counts it twice. */
  @Test
  void leavesWhatAChildUsedToTheParentThatLives() throws Exception {
    stat(42, "java", 42, "100 0 0 0");
    child(50, 42, "sh", 42, "0 0 0 0");
    child(51, 50, "helper", 42, "400 0 0 0");
    sessions.sample(3, Map.of(42L, origin("pool/1")), samples);
    for (String pid : List.of("50", "51")) {
      Files.delete(proc.resolve(pid + "/stat"));
      Files.delete(proc.resolve(pid));
    }
    stat(42, "java", 42, "100 0 400 0");
    sessions.sample(4, Map.of(42L, origin("pool/1")), samples);

    assertEquals(5, samples.getLast().value(), 1e-9, samples::toString);
  }

  /** The server has ended, and the kernel gave its process id to somebody else's new session. */
  @Test
  void aStrangerWithTheProcessIdOfAServerIsNotTheRuns() throws Exception {
    stat(42, "stranger", 42, "300 0 0 0");
    child(43, 42, "its child", 42, "200 0 0 0");
    sessions.sample(3, Map.of(42L, new SessionSampler.Origin("pool/1", 5)), samples);

    assertEquals(
        Set.of("lab_other_cpu_seconds_total"),
        samples.stream().map(Sample::metric).collect(Collectors.toSet()));
    assertEquals(5, samples.stream().mapToDouble(Sample::value).sum(), 1e-9);
  }

  private void environment(long pid, String... words) throws IOException {
    Files.writeString(
        proc.resolve(Long.toString(pid)).resolve("environ"), String.join("\0", words) + "\0");
  }

  @Test
  void tellsWhatTheRunUsedFromWhatOthersUsed() throws Exception {
    stat(42, "java", 42, "100 0 0 0");
    stat(43, "child of it", 42, "50 0 30 0");
    stat(7, "lab", 5, "10 0 500 0");
    stat(8, "ma\"ke", 5, "20 0 80 0");
    stat(9, "asleep", 5, "0 0 0 0");
    sessions.sample(3, Map.of(42L, origin("pool/1"), 7L, origin("lab")), samples);

    assertEquals(
        Set.of(
            new Sample(3, "pool/1", "lab_session_cpu_seconds_total", "", 1.8),
            new Sample(3, "lab", "lab_session_cpu_seconds_total", "", 0.1),
            new Sample(
                3, "machine", "lab_other_cpu_seconds_total", "command=\"ma?ke\",pid=\"8\"", 1)),
        Set.copyOf(samples));
  }

  @Test
  void namesAnotherLabThatMeasures() throws Exception {
    stat(8, "java", 5, "20 0 80 0");
    stat(9, "java", 5, "20 0 80 0");
    commandLine(8, "/jdk/bin/java", "-jar", "/lab/cli/target/jitterlab-cli.jar", "run", "a.yaml");
    commandLine(9, "/jdk/bin/java", "-jar", "/lab/cli/target/jitterlab-cli.jar", "report", "a");
    stat(10, "java", 5, "20 0 80 0");
    stat(11, "java", 5, "20 0 80 0");
    String jar = "/lab/cli/target/jitterlab-cli.jar";
    commandLine(
        10, "/jdk/bin/java", "-Xmx1g", "-cp", jar, "dev.jitterlab.cli.Main", "run", "a.yaml");
    commandLine(11, "/jdk/bin/java", "-jar", jar, "size", "java -jar a.jar");
    sessions.sample(3, Map.of(7L, origin("lab")), samples);

    assertEquals(
        Stream.of(8, 10, 11)
            .map(pid -> new Sample(3, "machine", "lab_other_labs", "pid=\"" + pid + '"', 1))
            .collect(Collectors.toSet()),
        samples.stream()
            .filter(sample -> sample.metric().equals("lab_other_labs"))
            .collect(Collectors.toSet()));
  }

  private void commandLine(long pid, String... words) throws IOException {
    Files.writeString(
        proc.resolve(Long.toString(pid)).resolve("cmdline"), String.join("\0", words) + "\0");
  }

  @Test
  void countsWhatAServerStartedInASessionOfItsOwnAsTheRuns() throws Exception {
    stat(42, "java", 42, "100 0 0 0");
    child(43, 42, "stress-ng", 43, "10 0 0 0");
    child(44, 43, "stress-ng-cpu", 43, "500 0 0 0");
    sessions.sample(3, Map.of(42L, origin("pool/1")), samples);

    assertEquals(
        List.of(new Sample(3, "pool/1", "lab_session_cpu_seconds_total", "", 6.1)), samples);
  }

  /** The ticks: own user and system, and those of children that have ended. */
  private void stat(long pid, String name, long session, String ticks) throws IOException {
    child(pid, 1, name, session, ticks);
  }

  private void child(long pid, long parent, String name, long session, String ticks)
      throws IOException {
    Files.writeString(
        Files.createDirectories(proc.resolve(Long.toString(pid))).resolve("stat"),
        "%d (%s) S %d 1 %d 0 -1 0 1 0 0 0 %s 20 0 1 0 9 1 2 3\n"
            .formatted(pid, name, parent, session, ticks));
  }

  @Test
  void saysNothingOfAProcessThatIsGone() {
    ProcFiles files = new ProcFiles(proc);
    new ProcessSampler(files, "pool/1", 42, false).sample(3, samples);
    new MachineSampler(files).sample(3, samples);

    assertTrue(samples.isEmpty());
    assertEquals(OptionalLong.empty(), files.startTicks(42));
  }
}
