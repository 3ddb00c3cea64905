package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.changepoint.GrowingSeries;
import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.collect.MetricsEndpoint;
import dev.jitterlab.lab.collect.SampleSpool;
import dev.jitterlab.lab.collect.Scraper;
import dev.jitterlab.lab.collector.GcLog;
import dev.jitterlab.lab.collector.Scrapes;
import dev.jitterlab.lab.execution.Progress.Phase;
import dev.jitterlab.lab.experiment.Timing;
import dev.jitterlab.lab.machine.GivingWay;
import dev.jitterlab.lab.machine.MachineSettings;
import dev.jitterlab.lab.machine.ReadBack;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.process.Ending;
import dev.jitterlab.lab.process.Failures;
import dev.jitterlab.lab.process.FreePorts;
import dev.jitterlab.lab.process.LabProcess;
import dev.jitterlab.lab.process.Launch;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.ticks.LiveResponses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * One block of a plan, from the start of its first server to the end of its last process.
 *
 * <p>For one thread; {@link #endAtOnce} may be called by another one at any time.
 */
final class BlockRun {
  private static final long READY_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long HEALTH_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final String WARMING_UP = "while warming up";

  private final RunContext run;
  private final Plan.Block block;
  private final List<LabProcess> servers = new CopyOnWriteArrayList<>();
  private final List<LabProcess> loads = new CopyOnWriteArrayList<>();
  private final Map<String, ForeignLaunch> foreign = new HashMap<>();
  private final FreePorts ports = new FreePorts();
  private final List<LabProcess> controls = new CopyOnWriteArrayList<>();

  BlockRun(RunContext run, Plan.Block block) {
    this.run = run;
    this.block = block;
  }

  /** Runs it; when this returns or throws, its processes have ended and its spool is closed. */
  void execute() throws IOException, InterruptedException {
    run.log().blockBegun(block.number());
    run.phases().begin(Phase.STARTING);
    try (SampleSpool spool = new SampleSpool(run.directory())) {
      try {
        startControl();
        startServers();
        if (!servers.isEmpty()) {
          startLoads();
          measure(spool);
        }
      } finally {
        run.phases().begin(Phase.STOPPING);
        Ending.end(loads, run.time());
        Ending.end(servers, run.time());
        Ending.end(controls, run.time());
        run.machine().removeEmpty();
        writeRecords();
      }
    }
  }

  /** Ends all processes together, load and servers, in four seconds at most. */
  void endAtOnce() throws InterruptedException {
    Ending.end(processes(), run.time());
    writeRecords();
  }

  /** Brings the record of every process up to date; only after all have ended, as it may fail. */
  void writeRecords() {
    processes().forEach(LabProcess::writeRecord);
  }

  /** First, so that it is warm when the servers are ready. */
  private void startControl() {
    List<String> command = run.plan().safeguards().control();
    if (!command.isEmpty()) {
      String id = "control/" + block.number();
      Path folder = run.directory().control(block.number());
      controls.add(start(Launch.own(id, block.number(), command, folder)));
    }
  }

  private void startServers() throws InterruptedException {
    for (Plan.Instance instance : block.without(run.log().skippedGroups()).instances()) {
      servers.add(startServer(instance));
    }
    awaitReady(controls);
    awaitReady(servers); // the list itself: a group that cannot run here leaves it
    servers.forEach(this::verifyMachine);
  }

  private LabProcess startServer(Plan.Instance instance) {
    try {
      MachineSettings asked = run.plan().group(instance.group()).machine();
      Launch launch = launch(instance, run.directory().instance(instance.id()));
      return start(launch.through(run.machine().limit(instance.id(), asked)));
    } catch (IOException e) {
      throw Failures.notStarted(instance.id(), e);
    }
  }

  /** What was asked of the machine is read back: a limit that is not there measures nothing. */
  private void verifyMachine(LabProcess server) {
    MachineSettings asked = run.plan().group(group(server)).machine();
    if (asked.concernsProcess()) {
      ReadBack verified =
          ReadBack.of(Path.of("/"), server.pid(), asked, GcLog.file(server.folder()));
      server.machine(verified.reading());
      if (!verified.mismatches().isEmpty()) {
        throw Failures.machineDiffers(server, verified.mismatches());
      }
    }
  }

  private static String group(LabProcess server) {
    return server.id().substring(0, server.id().lastIndexOf('/'));
  }

  private Launch launch(Plan.Instance instance, Path folder) {
    if (instance.foreign() == null) {
      return Launch.own(instance.id(), block.number(), instance.command(), folder);
    }
    return foreign
        .computeIfAbsent(instance.id(), _ -> new ForeignLaunch(instance, block.number(), ports))
        .server(folder);
  }

  /** Goes on without groups whose machine lacks what they need, if they have not run before. */
  private void skipUnavailable() throws InterruptedException {
    for (LabProcess server : servers) {
      boolean left = !servers.contains(server); // with its group
      if (!left && canBeSkipped(server)) {
        skip(group(server), server);
      }
    }
  }

  private boolean canBeSkipped(LabProcess process) {
    return process.isUnavailable()
        && block.instances().stream()
            .anyMatch(instance -> instance.id().equals(process.id()) && isFirst(instance));
  }

  private boolean isFirst(Plan.Instance instance) {
    boolean measuredBefore =
        run.log().repetitions().stream().anyMatch(again -> again.block() == block.number());
    return !measuredBefore && isFirstInPlan(instance);
  }

  private boolean isFirstInPlan(Plan.Instance instance) {
    return run.plan().blocks().stream()
        .filter(earlier -> earlier.number() < block.number())
        .flatMap(earlier -> earlier.instances().stream())
        .noneMatch(earlier -> earlier.group().equals(instance.group()));
  }

  private void skip(String group, LabProcess unavailable) throws InterruptedException {
    String why = unavailable.lastWords().lines().reduce("", (_, last) -> last).strip();
    List<LabProcess> ofGroup =
        servers.stream().filter(server -> server.id().startsWith(group + "/")).toList();
    servers.removeAll(ofGroup);
    Ending.end(ofGroup, run.time());
    ofGroup.forEach(LabProcess::writeRecord);
    run.log().skipped(group, why);
    run.phases().note("Going on without " + group + ": " + why);
  }

  private void startLoads() throws InterruptedException {
    if (block.load() != null) {
      startLoad();
    }
    for (Plan.Instance instance : block.without(run.log().skippedGroups()).instances()) {
      if (instance.hasExternalLoad()) {
        String id = block.externalLoadId(instance);
        Path folder = run.directory().load(block.number(), instance.id());
        loads.add(start(foreign.get(instance.id()).load(id, folder)));
      }
    }
    awaitReady(loads);
  }

  private void startLoad() {
    List<String> command = new ArrayList<>(block.load().command());
    String endpoint = block.load().endpoint();
    for (LabProcess server : servers) {
      String address = server.endpoints().get(endpoint);
      if (address == null) {
        throw Failures.noEndpoint(server, endpoint);
      }
      command.add("--target=" + server.id() + "=" + address);
    }
    String id = "load/" + block.number();
    Path folder = run.directory().load(block.number());
    loads.add(start(Launch.own(id, block.number(), command, folder)));
  }

  private LabProcess start(Launch launch) {
    try {
      return new LabProcess(launch, run.children(), run.time());
    } catch (IOException e) {
      throw Failures.notStarted(launch.id(), e);
    }
  }

  private void awaitReady(List<LabProcess> starting) throws InterruptedException {
    double timeoutSeconds = run.plan().timing().readyTimeoutSeconds();
    long deadlineNs = run.time().nanoTime() + nanos(timeoutSeconds);
    while (true) {
      skipUnavailable();
      List<LabProcess> waitedFor = starting.stream().filter(process -> !isReady(process)).toList();
      // One that ends only now, and can be skipped, is at the next look.
      requireAlive("before it was ready", this::canBeSkipped);
      if (waitedFor.isEmpty()) {
        return;
      }
      if (run.time().nanoTime() - deadlineNs >= 0) {
        throw Failures.notReady(waitedFor.getFirst(), timeoutSeconds);
      }
      run.phases().tell();
      run.time().sleepUntil(run.time().nanoTime() + READY_LOOK_NS);
    }
  }

  private static boolean isReady(LabProcess process) {
    try {
      return process.isReady();
    } catch (IllegalArgumentException e) {
      throw Failures.malformedReadyLine(process, e);
    }
  }

  private void measure(SampleSpool spool) throws InterruptedException {
    processes().forEach(process -> GivingWay.begin(process.pid(), GivingWay.OBSERVING));
    List<MetricsEndpoint> endpoints =
        Stream.concat(servers.stream(), loads.stream())
            .map(
                p ->
                    new MetricsEndpoint(
                        p.id(),
                        p.metrics(),
                        p.pid(),
                        p.isForeign(),
                        loads.contains(p)
                            || run.plan().group(group(p)).recording().isOn(Scrapes.NAME)))
            .toList();
    try (Scraper scraper = new Scraper(endpoints, unasked(), run.proc(), spool, run.time())) {
      run.phases().follow(scraper.live());
      run.log().loadStarted(run.time().epochSeconds());
      run.phases().begin(Phase.WARMING_UP);
      List<String> unsteady = warmUp(scraper, spool);
      double from = scraper.sampleNow();
      run.log().measuredFrom(from, unsteady);
      run.phases().begin(Phase.MEASURING);
      watchUntil(measuredUntilNs(from), spool, () -> false, "while it was measured");
      run.log().measuredTo(scraper.sampleNow());
    }
  }

  /**
   * Counted from the first sample on: on a full machine it may come seconds after it was asked for,
   * and what lies between two bounds shall never be shorter than what was promised.
   */
  private long measuredUntilNs(double from) {
    double agoSeconds = run.time().epochSeconds() - from;
    return run.time().nanoTime() + nanos(run.plan().timing().durationSeconds() - agoSeconds);
  }

  /** To answer would be work, and the control process has none. */
  private Map<String, Long> unasked() {
    Map<String, Long> pids = new HashMap<>();
    pids.put("lab", ProcessHandle.current().pid());
    controls.forEach(control -> pids.put(control.id(), control.pid()));
    return pids;
  }

  /** Returns what {@link RunState.BlockTimes#unsteady} says. */
  private List<String> warmUp(Scraper scraper, SampleSpool spool) throws InterruptedException {
    long beganNs = run.time().nanoTime();
    Timing timing = run.plan().timing();
    long limitNs = beganNs + nanos(timing.warmupSeconds());
    if (!timing.warmupUntilSteady()) {
      watchUntil(limitNs, spool, () -> false, WARMING_UP);
      return null;
    }
    SteadyWatch watch = watch(scraper);
    watchUntil(limitNs, spool, watch::areSteady, WARMING_UP);
    double seconds = (run.time().nanoTime() - beganNs) / 1e9;
    run.phases().note(StatusText.warmedUp(block.number(), seconds, watch));
    return watch.unsteady();
  }

  private SteadyWatch watch(Scraper scraper) {
    LiveResponses responses =
        new LiveResponses(RunDirectory.ticks(run.directory().load(block.number())));
    return new SteadyWatch(
        block.without(run.log().skippedGroups()).instances().stream()
            .map(
                instance -> {
                  SteadySeries series = block.growingSeries(instance);
                  GrowingSeries values =
                      switch (series) {
                        case EXECUTION -> scraper.executions();
                        case RESPONSE -> responses;
                        case CPU -> scraper.cpuTimes();
                      };
                  return new SteadyWatch.Watched(instance.id(), series, values);
                })
            .toList());
  }

  /** Sleeps, and looks four times a second whether everything is well, or it is over earlier. */
  private void watchUntil(long deadlineNs, SampleSpool spool, BooleanSupplier over, String when)
      throws InterruptedException {
    while (run.time().nanoTime() - deadlineNs < 0 && !over.getAsBoolean()) {
      long nextLookNs = run.time().nanoTime() + HEALTH_LOOK_NS;
      run.time().sleepUntil(nextLookNs - deadlineNs < 0 ? nextLookNs : deadlineNs);
      requireAlive(when, _ -> false);
      spool
          .failure()
          .ifPresent(
              failure -> {
                throw run.disk().writeFailed(failure);
              });
      run.disk().requireToGoOn();
      run.phases().tell();
    }
  }

  private void requireAlive(String when, Predicate<LabProcess> spared) {
    for (LabProcess process : processes()) {
      if (process.hasFailed() && !spared.test(process)) {
        throw Failures.died(process, when);
      }
    }
  }

  /** Servers, then load, then control. */
  private List<LabProcess> processes() {
    List<LabProcess> all = new ArrayList<>(servers);
    all.addAll(loads);
    all.addAll(controls);
    return all;
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * 1e9);
  }
}
