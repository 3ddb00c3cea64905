package dev.jitterlab.lab.host;

import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.machine.MachineSettings;
import dev.jitterlab.lab.machine.ReadBack;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.MachineReading;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A host without processes: each announces itself at once and ends when it is asked to, unless its
 * id is told to do otherwise; the trial of a JVM has ended at once. Remembers what was done, in
 * order. Thread-safe.
 */
public final class FakeHost implements Host {
  /** What was done: {@code start pool/1}, {@code stop pool/1}, {@code reclaim} and so on. */
  public final List<String> events = new CopyOnWriteArrayList<>();

  /** Ids to the exit status with which they end as soon as they are to be measured. */
  public final Map<String, Integer> ending = new ConcurrentHashMap<>();

  /** Ids that end on no request. */
  public final List<String> stubborn = new CopyOnWriteArrayList<>();

  /** Ids during whose first start the hypervisor takes a fifth of the CPU time away. */
  public final List<String> robbed = new CopyOnWriteArrayList<>();

  /** Ids that do not answer what they are told. */
  public final List<String> deaf = new CopyOnWriteArrayList<>();

  /** Whether the JVMs that are tried want one port: the second is refused while the first lives. */
  public volatile boolean jvmsWantOnePort;

  /** What each JVM that is tried says, which then refuses to start; null where none refuses. */
  public volatile String jvmRefusal;

  private final Time time;
  private FakeProcess firstJvm; // null until it is tried, where JVMs want one port
  private int port = 40_000;
  private double stolenSeconds;
  private double sampledAt;

  public FakeHost(Time time) {
    this.time = time;
  }

  /** A process that is not started, and is only looked at. */
  public HostProcess process(String id) {
    return new FakeProcess(Launch.own(id, 1, List.of(), Path.of("")));
  }

  @Override
  public Environment environment(Map<String, String> jdks) {
    return new Environment(
        "none", null, 2, null, null, Map.of(), null, null, null, null, null, null, null, jdks,
        "none", null, null, "UTC", "en");
  }

  @Override
  public void keepCpusAwake() {
    events.add("keep the CPUs awake");
  }

  @Override
  public OptionalLong usableMemoryBytes() {
    return OptionalLong.empty();
  }

  @Override
  public OptionalLong availableMemoryBytes() {
    return OptionalLong.empty();
  }

  @Override
  public Optional<String> refusal(MachineSettings asked) {
    return Optional.empty();
  }

  @Override
  public void awaitGone(List<ProcessRecord> records, String run, Duration bound) {
    events.add("await gone");
  }

  @Override
  public synchronized int freePort() {
    return port++;
  }

  @Override
  public HostProcess start(Launch launch) throws IOException {
    events.add("start " + launch.id());
    Files.writeString(
        RunDirectory.stdout(launch.folder()),
        "JITTERLAB READY udp=%s:1 metrics=http://127.0.0.1:1/metrics\n"
            .formatted(launch.id().replace('/', '-')));
    FakeProcess process = new FakeProcess(launch);
    if (jvmsWantOnePort && launch.id().equals("jvm")) {
      contend(process);
    }
    if (jvmRefusal != null && launch.id().equals("jvm")) {
      Files.writeString(RunDirectory.stdout(launch.folder()), jvmRefusal);
      process.status = 1;
    }
    return process;
  }

  private synchronized void contend(FakeProcess jvm) {
    if (firstJvm == null) {
      firstJvm = jvm;
      jvm.status = null;
    } else if (firstJvm.status == null) {
      jvm.status = 1;
      firstJvm.status = 0;
    }
  }

  @Override
  public void reclaim() {
    events.add("reclaim");
  }

  @Override
  public synchronized void sample(double at, List<Sample> into) {
    if (isRobbed()) {
      stolenSeconds += (at - sampledAt) / 5;
    }
    sampledAt = at;
    machineCpu(at, "steal", stolenSeconds, into);
    machineCpu(at, "idle", at - stolenSeconds, into);
  }

  private boolean isRobbed() {
    List<String> starts = events.stream().filter(event -> event.startsWith("start ")).toList();
    return !starts.isEmpty()
        && robbed.stream().map("start "::concat).anyMatch(starts.getLast()::equals)
        && Collections.frequency(starts, starts.getLast()) == 1;
  }

  private static void machineCpu(double at, String state, double seconds, List<Sample> into) {
    String labels = "cpu=\"0\",state=\"" + state + "\"";
    into.add(new Sample(at, LabMetrics.MACHINE, LabMetrics.MACHINE_CPU, labels, seconds));
  }

  @Override
  public void sampleSessions(double at, List<Sample> into) {
    events.add("bound");
  }

  @Override
  public void ownFolder(Path folder) {}

  @Override
  public void killAll() {
    events.add("kill all");
  }

  @Override
  public void close() {
    events.add("close");
  }

  private final class FakeProcess implements HostProcess {
    private final Launch launch;
    private volatile Integer status;

    FakeProcess(Launch launch) {
      this.launch = launch;
      this.status = launch.id().equals("jvm") ? 0 : null;
    }

    @Override
    public List<String> command() {
      return launch.command();
    }

    @Override
    public long number() {
      return 0;
    }

    /** Answers at once, as a load generator does. */
    @Override
    public void tell(String line) throws IOException {
      events.add("tell " + launch.id() + ": " + line);
      if (deaf.contains(launch.id())) {
        return;
      }
      Files.writeString(
          RunDirectory.stdout(launch.folder()),
          "JITTERLAB TURN" + line.substring("turn".length()) + "\n",
          StandardOpenOption.APPEND);
    }

    @Override
    public boolean isAlive() {
      return status == null && !(ending.containsKey(launch.id()) && began());
    }

    private boolean began() {
      return events.contains("let observers of " + launch.id() + " give way");
    }

    @Override
    public void suspend() {
      events.add("suspend " + launch.id());
    }

    @Override
    public void resume() {
      events.add("resume " + launch.id());
    }

    @Override
    public double limitCpu(double cpus) {
      events.add("limit " + launch.id() + " to " + cpus);
      return 4;
    }

    @Override
    public int exitStatus() {
      return status == null ? ending.get(launch.id()) : status;
    }

    @Override
    public double endedAt() {
      return time.epochSeconds();
    }

    @Override
    public String reached(String address) {
      return address;
    }

    @Override
    public void askToStop() {
      if (!isAlive()) {
        return; // it has left nothing behind
      }
      events.add("stop " + launch.id());
      if (!stubborn.contains(launch.id())) {
        status = 143;
      }
    }

    @Override
    public void kill() {
      events.add("kill " + launch.id());
      status = 137;
    }

    @Override
    public boolean isGone() {
      return !isAlive();
    }

    @Override
    public ReadBack readBack(Path gcLog) {
      return new ReadBack(
          new MachineReading(1, List.of(), List.of(), List.of(), null, null, null), List.of());
    }

    @Override
    public void letObserversGiveWay() {
      events.add("let observers of " + launch.id() + " give way");
    }

    @Override
    public void sample(double at, List<Sample> into) {
      into.add(new Sample(at, launch.id(), LabMetrics.PROCESS_CPU, "", 1));
    }

    @Override
    public void sampleRunQueue(double at, List<Sample> into) {}

    @Override
    public void sampleThreads(double at, List<Sample> into) {
      into.add(new Sample(at, launch.id(), LabMetrics.OBSERVING_CPU, "", 1));
      into.add(new Sample(at, launch.id(), LabMetrics.COLLECTOR_CPU, "", 1));
    }

    @Override
    public Optional<ProcessUsage> usage(boolean ofChild) {
      return Optional.empty();
    }

    @Override
    public void fetchFiles() {
      events.add("fetch " + launch.id());
    }
  }
}
