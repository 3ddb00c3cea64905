package dev.jitterlab.lab.process;

import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.host.Host;
import dev.jitterlab.lab.host.HostProcess;
import dev.jitterlab.lab.host.Launch;
import dev.jitterlab.lab.host.ProcessUsage;
import dev.jitterlab.lab.machine.CpuQuota;
import dev.jitterlab.lab.machine.GivingWay;
import dev.jitterlab.lab.machine.ReadBack;
import dev.jitterlab.lab.run.Sample;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A process of this machine. */
final class LocalProcess implements HostProcess {
  private final Launch launch;
  private final Process process;
  private final CompletableFuture<Double> endedAt;
  private final ProcFiles proc;
  private final Children children;
  private final ProcessSampler sampler;

  /** The process and all that had come from it, as it was last looked at. */
  private Set<ProcessHandle> family = Set.of();

  private boolean gone;

  /**
   * @param launch has the command line as it was started
   * @param children have started it
   */
  LocalProcess(Launch launch, Process process, ProcFiles proc, Children children, Time time) {
    this.launch = launch;
    this.process = process;
    this.endedAt = process.onExit().thenApply(ended -> time.epochSeconds());
    this.proc = proc;
    this.children = children;
    this.sampler = new ProcessSampler(proc, launch.id(), process.pid(), launch.isForeign());
  }

  @Override
  public List<String> command() {
    return launch.command();
  }

  @Override
  public long number() {
    return process.pid();
  }

  @Override
  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public int exitStatus() {
    return process.exitValue();
  }

  @Override
  public double endedAt() {
    return endedAt.join();
  }

  @Override
  public String reached(String address) {
    return address;
  }

  @Override
  public void tell(String line) throws IOException {
    OutputStream input = process.getOutputStream();
    input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    input.flush();
  }

  @Override
  public synchronized void askToStop() {
    family = children.family(process, launch.id());
    family.forEach(ProcessHandle::destroy);
  }

  @Override
  public synchronized void kill() {
    Set<ProcessHandle> all = new LinkedHashSet<>(family);
    all.addAll(children.family(process, launch.id()));
    family = all;
    family.forEach(ProcessHandle::destroyForcibly);
  }

  @Override
  public synchronized boolean isGone() {
    if (!gone && !process.isAlive() && family.stream().noneMatch(this::lives)) {
      family = children.family(process, launch.id()); // what it has started while it ended
      gone = family.stream().noneMatch(this::lives);
    }
    return gone;
  }

  /** A zombie does not: its parent may be one that never asks how its children ended. */
  private boolean lives(ProcessHandle one) {
    return one.isAlive() && proc.stat(one.pid()).filter(ProcessStat::isZombie).isEmpty();
  }

  @Override
  public ReadBack readBack(Path gcLog) {
    return ReadBack.of(Path.of("/"), process.pid(), launch.machine(), gcLog);
  }

  @Override
  public void letObserversGiveWay() {
    GivingWay.begin(process.pid(), Host.OBSERVING);
  }

  @Override
  public void suspend() throws IOException {
    signal("-STOP");
  }

  @Override
  public void resume() throws IOException {
    signal("-CONT");
  }

  @Override
  public double limitCpu(double cpus) throws IOException {
    return CpuQuota.change(Path.of("/"), process.pid(), cpus);
  }

  private void signal(String name) throws IOException {
    signal(name, process, process.descendants().map(ProcessHandle::pid).toList());
  }

  /** Some of the others may have ended by now: kill(1) fails then, although it told the rest. */
  static void signal(String name, Process leader, List<Long> others) throws IOException {
    try {
      List<Long> all = new ArrayList<>(List.of(leader.pid()));
      all.addAll(others);
      if (!kill(name, all) && leader.isAlive() && !kill(name, List.of(leader.pid()))) {
        throw new IOException("kill " + name + " " + leader.pid() + " failed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean kill(String name, List<Long> pids)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("/bin/kill", name));
    pids.forEach(pid -> command.add(Long.toString(pid)));
    Process kill =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return kill.waitFor() == 0;
  }

  @Override
  public void sample(double at, List<Sample> into) {
    sampler.sample(at, into);
  }

  @Override
  public void sampleRunQueue(double at, List<Sample> into) {
    sampler.sampleRunQueue(at, into);
  }

  @Override
  public void sampleThreads(double at, List<Sample> into) {
    sampler.sampleThreads(at, into);
  }

  @Override
  public Optional<ProcessUsage> usage(boolean ofChild) {
    return !ofChild
        ? sampler.usage()
        : process
            .children()
            .findFirst()
            .flatMap(child -> new ProcessSampler(proc, launch.id(), child.pid(), false).usage());
  }

  /** It writes into its folder itself. */
  @Override
  public void fetchFiles() {}
}
