package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.changepoint.GrowingSeries;
import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.collect.SampleSpool;
import dev.jitterlab.lab.collect.ScrapeTarget;
import dev.jitterlab.lab.collect.Scraper;
import dev.jitterlab.lab.collector.Attachment;
import dev.jitterlab.lab.collector.GcLog;
import dev.jitterlab.lab.collector.KnownCollectors;
import dev.jitterlab.lab.collector.Scrapes;
import dev.jitterlab.lab.experiment.Timing;
import dev.jitterlab.lab.faults.FaultSettings;
import dev.jitterlab.lab.faults.InjectionFiles;
import dev.jitterlab.lab.host.Failures;
import dev.jitterlab.lab.host.GracefulStop;
import dev.jitterlab.lab.host.HostProcess;
import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.host.Launch;
import dev.jitterlab.lab.placeholder.StartPlaceholders;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.Rotation;
import dev.jitterlab.lab.progress.Progress.Phase;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.ticks.LiveResponses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One block of a plan, from the start of its first server to the end of its last process.
 *
 * <p>For one thread; {@link #endAtOnce} may be called by another one at any time.
 */
final class BlockRun {
  private static final long READY_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long HEALTH_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final long TRACE_READY_NS = TimeUnit.SECONDS.toNanos(10);

  private static final String WARMING_UP = "while warming up";
  private static final String WHILE_MEASURED = "while it was measured";

  private final RunContext run;
  private final Plan.Block block;
  private final List<LabProcess> servers = new CopyOnWriteArrayList<>();
  private final List<LabProcess> loads = new CopyOnWriteArrayList<>();
  private final Map<String, ForeignLaunch> foreign = new HashMap<>();
  private final BlockTrace trace;
  private final ClockWatch clock;
  private volatile FaultInjection faults; // null where nothing is injected
  private final List<LabProcess> controls = new CopyOnWriteArrayList<>();

  BlockRun(RunContext run, Plan.Block block) {
    this.run = run;
    this.block = block;
    this.trace = new BlockTrace(run, block);
    this.clock = new ClockWatch(run.time(), run.directory().root().toString());
  }

  /** Runs it; when this returns or throws, its processes have ended and its spool is closed. */
  void execute() throws IOException, InterruptedException {
    run.log().blockBegun(block.number());
    run.phases().beginBlock(block.number());
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
        endFaults();
        GracefulStop.end(trace.processes(), run.time());
        GracefulStop.end(loads, run.time());
        GracefulStop.end(servers, run.time());
        GracefulStop.end(controls, run.time());
        run.host().reclaim();
        conclude();
        if (faults != null) {
          faults.writeDown();
        }
      }
    }
    requireNoneFailedAtTheEnd();
  }

  /** Between the last look and the end. What it did there shall not be lost with its block. */
  private void requireNoneFailedAtTheEnd() {
    for (LabProcess process : processes()) {
      if (process.failedBeforeItsEnd()) {
        throw Failures.died(process, "after it was measured");
      }
    }
  }

  /** Ends all processes together, load and servers, in four seconds at most. */
  void endAtOnce() throws InterruptedException {
    FaultInjection injected = faults;
    if (injected != null) {
      injected.endSoon(); // a throttled server could not end in time
    }
    GracefulStop.end(
        Stream.concat(processes().stream(), trace.processes().stream()).toList(), run.time());
    conclude();
    Unchecked.io(() -> SchedulerTracing.discard(run.directory(), block));
  }

  /** Turns the scheduler's trace into what the diagnosis reads; when all processes have ended. */
  void saveTrace() throws IOException {
    trace.convert();
  }

  /** Fetches and records what every process has left; only after all have ended: it may fail. */
  void conclude() {
    processes().forEach(LabProcess::conclude);
    trace.processes().forEach(LabProcess::conclude);
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
    servers.forEach(server -> server.verifyMachine(GcLog.file(server.folder())));
  }

  private LabProcess startServer(Plan.Instance instance) {
    Path folder = run.directory().instance(instance.id());
    Plan.Group group = run.plan().group(instance.group());
    provideFiles(folder, group);
    if (group.faults().isPresent()) {
      new InjectionFiles(run.directory()).prepare(instance.id());
    }
    return start(launch(instance, folder).asking(group.machine()));
  }

  /** What its flags name must be there before it is. */
  private static void provideFiles(Path folder, Plan.Group group) {
    Unchecked.io(() -> Files.createDirectories(folder));
    KnownCollectors.providedFiles(Attachment.SERVER, group.recording())
        .forEach((name, content) -> Unchecked.io(() -> Files.write(folder.resolve(name), content)));
  }

  private static String group(LabProcess server) {
    return server.id().substring(0, server.id().lastIndexOf('/'));
  }

  private Launch launch(Plan.Instance instance, Path folder) {
    if (instance.foreign() == null) {
      return Launch.own(instance.id(), block.number(), instance.command(), folder);
    }
    return foreign
        .computeIfAbsent(
            instance.id(), _ -> new ForeignLaunch(instance, block.number(), run.host()))
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
    GracefulStop.end(ofGroup, run.time());
    ofGroup.forEach(LabProcess::conclude);
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
        String target = server(instance).endpoints().get(StartPlaceholders.TARGET);
        loads.add(start(foreign.get(instance.id()).load(id, folder, target)));
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
    Launch launch = Launch.own(id, block.number(), command, folder);
    loads.add(start(block.rotation() == null ? launch : launch.listening()));
  }

  private LabProcess server(Plan.Instance instance) {
    return servers.stream()
        .filter(server -> server.id().equals(instance.id()))
        .findFirst()
        .orElseThrow();
  }

  private LabProcess start(Launch launch) {
    return LabProcess.start(launch, run.host(), run.time());
  }

  private void awaitReady(List<LabProcess> starting) throws InterruptedException {
    double timeoutSeconds = run.plan().timing().readyTimeoutSeconds();
    long deadlineNs = run.time().nanoTime() + nanos(timeoutSeconds);
    while (true) {
      skipUnavailable();
      List<LabProcess> waitedFor = starting.stream().filter(process -> !process.isReady()).toList();
      // One that ends only now, and can be skipped, is at the next look.
      requireAlive("before it was ready", this::canBeSkipped);
      if (waitedFor.isEmpty()) {
        return;
      }
      if (run.time().nanoTime() - deadlineNs >= 0) {
        throw Failures.notReady(waitedFor, timeoutSeconds);
      }
      run.phases().tell();
      run.time().sleepUntil(run.time().nanoTime() + READY_LOOK_NS);
    }
  }

  /**
   * But those of servers that fill the CPUs: behind dozens of busy threads they would answer after
   * seconds.
   */
  private void letObserversGiveWay() {
    Set<String> full =
        block.instances().stream()
            .filter(Plan.Instance::keepsCpusBusy)
            .map(Plan.Instance::id)
            .collect(Collectors.toSet());
    processes().stream()
        .filter(process -> !full.contains(process.id()))
        .forEach(process -> process.onHost().letObserversGiveWay());
  }

  private void measure(SampleSpool spool) throws InterruptedException {
    letObserversGiveWay();
    List<Scraper.Source> sources =
        Stream.concat(servers.stream(), loads.stream()).map(this::source).toList();
    List<HostProcess> unasked = controls.stream().map(LabProcess::onHost).toList();
    try (Scraper scraper = new Scraper(sources, unasked, run.host(), spool, run.time())) {
      run.phases().follow(scraper.live());
      run.log().loadStarted(run.time().epochSeconds());
      run.phases().begin(Phase.WARMING_UP);
      if (block.rotation() == null) {
        measureAtOnce(scraper, spool);
      } else {
        measureInTurns(scraper, spool);
      }
    }
  }

  private void measureAtOnce(Scraper scraper, SampleSpool spool) throws InterruptedException {
    List<String> unsteady = warmUp(scraper, spool);
    beginTrace(spool);
    double from = scraper.sampleNow();
    clock.require();
    run.log().measuredFrom(from, unsteady);
    run.phases().begin(Phase.MEASURING);
    injectFaults(from);
    watchUntil(measuredUntilNs(from), spool, () -> false, WHILE_MEASURED);
    double to = scraper.sampleNow();
    clock.require();
    run.log().measuredTo(to);
    trace.end();
  }

  /** Before the measurement: until perf records, it takes CPU time that the servers need. */
  private void beginTrace(SampleSpool spool) throws InterruptedException {
    if (run.tracing().isWanted(block.without(run.log().skippedGroups()))) {
      trace.start();
      long limitNs = run.time().nanoTime() + TRACE_READY_NS;
      watchUntil(limitNs, spool, trace::isSettled, WARMING_UP);
      trace.require();
    }
  }

  private void measureInTurns(Scraper scraper, SampleSpool spool) throws InterruptedException {
    Rotation rotation = block.without(run.log().skippedGroups()).rotation();
    Rotator rotator = new Rotator(run, rotation, loads.getFirst(), scraper);
    SteadyWatch steady = run.plan().timing().warmupUntilSteady() ? watch(scraper) : null;
    long beganNs = run.time().nanoTime();
    rotator.warmUp(steady, deadlineNs -> watchUntil(deadlineNs, spool, () -> false, WARMING_UP));
    if (steady != null) {
      double seconds = (run.time().nanoTime() - beganNs) / 1e9;
      run.phases().note(steady.outcome(block.number(), seconds));
    }
    beginTrace(spool);
    run.phases().begin(Phase.MEASURING);
    double to =
        rotator.measure(
            from -> run.log().measuredFrom(from, steady == null ? null : steady.unsteady()),
            deadlineNs -> watchUntil(deadlineNs, spool, () -> false, WHILE_MEASURED));
    clock.require();
    run.log().measuredTo(to);
    trace.end();
  }

  private void injectFaults(double from) {
    SequencedMap<String, FaultSettings> settings = new LinkedHashMap<>();
    for (LabProcess server : servers) {
      run.plan()
          .group(group(server))
          .faults()
          .ifPresent(wanted -> settings.put(server.id(), wanted));
    }
    if (!settings.isEmpty()) {
      faults =
          FaultInjection.begin(
              new InjectionFiles(run.directory()),
              block.number(),
              run.plan().design().seed(block.round()),
              from,
              run.plan().timing().durationSeconds(),
              settings,
              servers,
              run.time());
    }
  }

  /** Before the servers are asked to end: a stopped one would not hear it. */
  private void endFaults() throws InterruptedException {
    if (faults != null) {
      faults.end();
    }
  }

  private Scraper.Source source(LabProcess process) {
    return new Scraper.Source(
        new ScrapeTarget(process.id(), process.metrics()),
        process.onHost(),
        loads.contains(process) || run.plan().group(group(process)).recording().isOn(Scrapes.NAME));
  }

  /**
   * Counted from the first sample on: on a full machine it may come seconds after it was asked for,
   * and what lies between two bounds shall never be shorter than what was promised.
   */
  private long measuredUntilNs(double from) {
    double agoSeconds = run.time().epochSeconds() - from;
    return run.time().nanoTime() + nanos(run.plan().timing().durationSeconds() - agoSeconds);
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
    run.phases().note(watch.outcome(block.number(), seconds));
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
                        case RESPONSE ->
                            id -> {
                              loads.forEach(LabProcess::fetchFiles);
                              return responses.of(id);
                            };
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
      clock.require();
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
