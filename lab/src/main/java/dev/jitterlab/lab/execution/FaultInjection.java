package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.faults.FaultSchedule;
import dev.jitterlab.lab.faults.FaultSettings;
import dev.jitterlab.lab.faults.Injection;
import dev.jitterlab.lab.faults.InjectionFiles;
import dev.jitterlab.lab.host.HostProcess;
import dev.jitterlab.lab.host.LabProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Injects the faults of a block while it is measured: gives each server's agent its plan, and does
 * itself what comes from outside. {@link #end} ends what is under way, and leaves no process
 * stopped; {@link #writeDown} follows when the servers have ended.
 */
final class FaultInjection {
  /** The least that the kernel takes: a millisecond in each tenth of a second. */
  private static final double THROTTLED_CPUS = 0.01;

  /** Whether somebody was told what this machine does not allow: it is so in each block. */
  private static final AtomicBoolean SAID = new AtomicBoolean();

  private final InjectionFiles files;
  private final int block;
  private final List<LabProcess> servers;
  private final Time time;
  private final List<Injection> done = new ArrayList<>();
  private final BusyNeighbour neighbour = BusyNeighbour.here();
  private final Thread thread;

  private FaultInjection(
      InjectionFiles files,
      int block,
      List<LabProcess> servers,
      Time time,
      List<Injection> fromOutside) {
    this.files = files;
    this.block = block;
    this.servers = servers;
    this.time = time;
    this.thread = Thread.ofPlatform().daemon().name("faults").unstarted(() -> run(fromOutside));
  }

  /**
   * Begins.
   *
   * @param seed decides times and victims
   * @param from when the measurement began, in seconds since the epoch
   * @param settings the servers' ids to what is injected into them
   */
  static FaultInjection begin(
      InjectionFiles files,
      int block,
      long seed,
      double from,
      double seconds,
      SequencedMap<String, FaultSettings> settings,
      List<LabProcess> servers,
      Time time) {
    List<Injection> all = FaultSchedule.draw(seed, from, seconds, settings);
    settings.keySet().forEach(id -> files.give(id, byAgent(all, id)));
    FaultInjection faults =
        new FaultInjection(
            files,
            block,
            servers.stream().filter(server -> settings.containsKey(server.id())).toList(),
            time,
            all.stream().filter(one -> one.kind().isFromOutside()).toList());
    faults.thread.start();
    return faults;
  }

  private static List<Injection> byAgent(List<Injection> all, String id) {
    return all.stream()
        .filter(one -> one.victim().equals(id) && !one.kind().isFromOutside())
        .toList();
  }

  private void run(List<Injection> faults) {
    try {
      for (Injection fault : faults) {
        sleep(fault.fromNs() - epochNs());
        tryToInject(fault);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // ended
    }
  }

  private void tryToInject(Injection fault) throws InterruptedException {
    try {
      inject(fault);
    } catch (IOException e) {
      warn("a fault from outside failed: " + e.getMessage());
    }
  }

  private static void warn(String what) {
    System.getLogger(FaultInjection.class.getName()).log(System.Logger.Level.WARNING, what);
  }

  private void inject(Injection fault) throws InterruptedException, IOException {
    long lengthNs = fault.toNs() - fault.fromNs();
    long fromNs = epochNs();
    try {
      disturb(fault, lengthNs);
    } finally { // also what ended early or failed has disturbed
      synchronized (done) {
        done.add(new Injection(fault.kind(), fault.victim(), fromNs, epochNs()));
      }
    }
  }

  private void disturb(Injection fault, long lengthNs) throws InterruptedException, IOException {
    switch (fault.kind()) {
      case BUSY_NEIGHBOUR -> {
        if (!neighbour.isRealTime() && !SAID.getAndSet(true)) {
          warn(
              "the busy neighbour has no real-time priority, since `chrt --fifo 2 true` fails here;"
                  + " so it may delay nothing");
        }
        neighbour.keepBusy(lengthNs);
      }
      case THROTTLING -> throttle(victim(fault), lengthNs);
      case STOP -> stop(victim(fault), lengthNs);
      default -> throw new IllegalStateException(fault.kind() + " does not come from outside");
    }
  }

  private HostProcess victim(Injection fault) {
    return servers.stream()
        .filter(server -> server.id().equals(fault.victim()))
        .findFirst()
        .orElseThrow()
        .onHost();
  }

  private void stop(HostProcess victim, long ns) throws InterruptedException, IOException {
    try {
      victim.suspend();
      sleep(ns);
    } finally {
      victim.resume();
    }
  }

  private void throttle(HostProcess victim, long ns) throws InterruptedException, IOException {
    double before = victim.limitCpu(THROTTLED_CPUS);
    try {
      sleep(ns);
    } finally {
      if (victim.isAlive()) {
        victim.limitCpu(before);
      }
    }
  }

  private void sleep(long ns) throws InterruptedException {
    time.sleepUntil(time.nanoTime() + ns);
  }

  private long epochNs() {
    return Math.round(time.epochSeconds() * 1e9);
  }

  /** Ends what is under way from outside. */
  void end() throws InterruptedException {
    endSoon();
    thread.join();
  }

  /** The same, without waiting for it. */
  void endSoon() {
    thread.interrupt();
  }

  /** Writes down what was injected; the servers have ended. */
  void writeDown() {
    List<Injection> all = new ArrayList<>();
    synchronized (done) {
      all.addAll(done);
    }
    servers.forEach(server -> all.addAll(files.done(server.id())));
    files.write(block, all);
  }
}
