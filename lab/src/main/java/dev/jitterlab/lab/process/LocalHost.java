package dev.jitterlab.lab.process;

import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.host.Host;
import dev.jitterlab.lab.host.HostProcess;
import dev.jitterlab.lab.host.Launch;
import dev.jitterlab.lab.machine.MachineAccess;
import dev.jitterlab.lab.machine.MachineSettings;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/** This machine: servers and load share it with the lab, and meet on its loopback interface. */
public final class LocalHost implements Host {
  private final ProcFiles proc = new ProcFiles(Path.of("/proc"));
  private final EnvironmentProbe probe = new EnvironmentProbe(Path.of("/"));
  private final MachineSampler machineSampler = new MachineSampler(proc);
  private final SessionSampler sessionSampler;
  private final ProcessSampler lab =
      new ProcessSampler(proc, LabMetrics.LAB, ProcessHandle.current().pid(), false);
  private final Time time;
  private final Children children;
  private final MachineAccess machine;

  /** By process id: what was started since the last block, and the lab itself. */
  private final Map<Long, SessionSampler.Origin> origins = new ConcurrentHashMap<>();

  private FreePorts ports = new FreePorts();
  private AwakeCpus awake; // null while the CPUs may sleep

  private LocalHost(Time time) throws IOException {
    this.time = time;
    this.children = new Children(proc);
    this.machine = MachineAccess.here(children::ownCgroups);
    this.sessionSampler = new SessionSampler(proc, children.owner());
    origins.put(lab.pid(), origin(lab.pid(), lab.source()));
  }

  /**
   * Opens it.
   *
   * @throws IOException if the guardian cannot be started
   */
  public static LocalHost open(Time time) throws IOException {
    return new LocalHost(time);
  }

  @Override
  public Environment environment(Map<String, String> jdks) {
    return probe.probe(jdks);
  }

  @Override
  public synchronized void keepCpusAwake() {
    if (awake == null) {
      awake = AwakeCpus.ask(Path.of("/")).orElse(null);
    }
  }

  @Override
  public OptionalLong usableMemoryBytes() {
    return probe.usableMemoryBytes();
  }

  @Override
  public OptionalLong availableMemoryBytes() {
    return probe.availableMemoryBytes();
  }

  @Override
  public synchronized Optional<String> refusal(MachineSettings asked) {
    return machine.refusal(asked);
  }

  @Override
  public void awaitGone(List<ProcessRecord> records, String run, Duration bound)
      throws InterruptedException {
    LeftOver.awaitGone(records, run, bound);
  }

  @Override
  public synchronized int freePort() {
    return ports.next();
  }

  @Override
  public HostProcess start(Launch launch) throws IOException {
    Launch limited = launch.through(limit(launch));
    Process process =
        children.start(
            launch.id(),
            limited.command(),
            launch.folder(),
            RunDirectory.stdout(launch.folder()),
            launch.listens());
    origins.put(process.pid(), origin(process.pid(), launch.id()));
    return new LocalProcess(limited, process, proc, children, time);
  }

  /** Of one that has ended already no start is known, and a process with its id is another one. */
  private SessionSampler.Origin origin(long pid, String source) {
    return new SessionSampler.Origin(source, proc.startTicks(pid).orElse(-1));
  }

  private synchronized List<String> limit(Launch launch) throws IOException {
    return machine.limit(launch.id(), launch.machine());
  }

  @Override
  public synchronized void reclaim() {
    machine.removeEmpty();
    origins.keySet().retainAll(List.of(lab.pid()));
    ports = new FreePorts();
  }

  @Override
  public void sample(double at, List<Sample> into) {
    machineSampler.sample(at, into);
    lab.sampleRunQueue(at, into);
    lab.sample(at, into);
  }

  @Override
  public void sampleSessions(double at, List<Sample> into) {
    sessionSampler.sample(at, origins, into);
  }

  @Override
  public void ownFolder(Path folder) throws IOException {
    children.ownFolder(folder);
  }

  @Override
  public void killAll() {
    children.killAll();
  }

  @Override
  public synchronized void close() {
    machine.close();
    children.close();
    if (awake != null) {
      Unchecked.io(awake::close);
      awake = null;
    }
  }
}
