package dev.jitterlab.lab;

import dev.jitterlab.lab.experiment.Analysis;
import dev.jitterlab.lab.experiment.GroupSelection;
import dev.jitterlab.lab.experiment.Timing;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.plan.Design;
import dev.jitterlab.lab.plan.Design.Execution;
import dev.jitterlab.lab.plan.Foreign;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.Rotation;
import dev.jitterlab.lab.plan.Safeguards;
import dev.jitterlab.lab.plan.Subject;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.workload.ForeignServer.Sign;
import dev.jitterlab.lab.workload.ForeignServer.TickSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Writes a small run directory such as a real run leaves behind: real tick logs, a real flight
 * recording, a real DuckDB file. As it is, the trial is valid; each method below spoils one thing.
 * The same calls write the same figures.
 */
public final class RunDirectoryFixture {
  /** When the first block's warm-up begins, in seconds since the epoch. */
  public static final double START = 1_800_000_000;

  /** How long a block is warmed up. */
  public static final int WARMUP_SECONDS = 3;

  private final RunDirectory directory;
  private final Map<String, Double> driftNs = new LinkedHashMap<>();
  private final Map<String, Double> answeredShare = new HashMap<>();
  private final Map<String, Double> sentShare = new HashMap<>();
  private final Map<String, Double> plannedShare = new HashMap<>();
  private static final Map<String, Boolean> NO_RECORDING =
      Map.of("jfr", false, "gc_log", false, "jit_log", false, "scrape", false);

  private final Set<String> unscraped = new HashSet<>();
  private final Set<String> unrecorded = new HashSet<>();
  private final List<String> jvmArguments = new ArrayList<>(List.of("-Xmx256m"));
  private final Map<String, Double> prices = new HashMap<>();
  private final Map<String, String> levels = new HashMap<>();
  private int instances = 5;
  private int durationSeconds = 12;
  private double requestsPerSecond = 400;
  private boolean loadSampled = true;
  private boolean withoutLoad;
  private boolean loadNeverAnswered;
  private String stepsBeginAnewOf;
  private List<RunState.Skipped> skipped = List.of();
  private int measuredBlocks = 1_000;
  private boolean inBlocks;
  private boolean alternating;
  private boolean rotated;
  private boolean fillsCpus;
  private boolean withoutTicks;
  private Foreign foreign; // null for servers of Jitterlab's own
  private final Map<String, Double> stepOutcomes = new LinkedHashMap<>();
  private final Map<String, Double> refused = new HashMap<>();
  private String refusedGroup; // null for none
  private double refusedAtSeconds;
  private double refusedCount;
  private Double coreShare;
  private boolean sampled = true;
  private boolean threadTimes = true;
  private String primaryMetric = "tick_drift_seconds.p99";
  private Double equivalenceMargin;
  private String calibration;
  private List<RunState.Resumption> resumptions = List.of();
  private OwnMetrics metrics = OwnMetrics.NONE;
  private final Map<String, Integer> carried = new HashMap<>();
  private final Map<String, Map<String, Double>> processFigures = new HashMap<>();
  private final Map<String, String> cutShort = new HashMap<>();
  private final Map<String, Double> instanceDriftNs = new HashMap<>();
  private List<RunState.Repetition> repetitions = List.of();
  private final Map<String, String> countedBefore = new LinkedHashMap<>();
  private final MachineFixture machine = new MachineFixture();
  private final ProcessFixture processes = new ProcessFixture();
  private final Map<String, Map<String, Object>> asked = new HashMap<>();
  private final Map<String, Double> lateShares = new HashMap<>();
  private final Map<String, Double> lost = new HashMap<>();
  private double lateInStalls;
  private boolean lateTicksUncounted;
  private double loadDriftNs = 100_000;
  private final Map<String, Double> loadDriftOfGroupNs = new HashMap<>();
  private ResponseLogFixture responses;
  private final Set<String> hung = new HashSet<>();

  /** Two groups, thread-per-task the baseline and scheduled-pool a tenth as late. */
  public RunDirectoryFixture(Path root) {
    this.directory = new RunDirectory(root);
    driftNs.put("thread-per-task", 1_000_000.0);
    driftNs.put("scheduled-pool", 100_000.0);
  }

  /** Sets a group's median drift; a new name adds a group. */
  public RunDirectoryFixture drift(String group, double medianNs) {
    driftNs.put(group, medianNs);
    return this;
  }

  /** Leaves a group out. */
  public RunDirectoryFixture without(String group) {
    driftNs.remove(group);
    return this;
  }

  /** Adds a group with a price, at that load level; what precedes the first hyphen is its type. */
  public RunDirectoryFixture priced(String group, String level, double price) {
    prices.put(group, price);
    levels.put(group, level);
    return drift(group, 1_000_000);
  }

  /** What the servers of a group ask of the machine, as under {@code machine} in a file. */
  public RunDirectoryFixture asking(String group, Map<String, Object> ofTheMachine) {
    asked.put(group, ofTheMachine);
    return this;
  }

  /** What the servers use of a core. */
  public RunDirectoryFixture coreShare(double ofEach) {
    coreShare = ofEach;
    return this;
  }

  /** The servers have no ticks, and keep all CPUs busy on purpose. */
  public RunDirectoryFixture fillingCpus() {
    fillsCpus = true;
    return this;
  }

  /** The servers are none of Jitterlab's own, and have no ticks. */
  public RunDirectoryFixture foreign() {
    return ofOthers(null);
  }

  /** The servers are none of Jitterlab's own, and their ticks are events. */
  public RunDirectoryFixture ticksByEvent() {
    return ofOthers(new Foreign.Ticks(TickSource.EVENT, "a.Tick", TickLogFixture.TICKS_PER_SECOND));
  }

  private RunDirectoryFixture ofOthers(Foreign.Ticks ticks) {
    foreign =
        new Foreign(
            "java", Sign.PORT, "1", "", List.of(), ticks, List.of(), Map.of(), Map.of(), null);
    return this;
  }

  /** The servers answer requests and do not tick. */
  public RunDirectoryFixture withoutTicks() {
    withoutTicks = true;
    return this;
  }

  /** Every server gets so many requests of a step a second that end so. */
  public RunDirectoryFixture stepOutcome(String step, String outcome, double perSecond) {
    stepOutcomes.put("outcome=\"" + outcome + "\",step=\"" + step + "\"", perSecond);
    return this;
  }

  /** The load begins its counters of a server's steps anew in the middle of the measurement. */
  public RunDirectoryFixture stepsBeginAnew(String id) {
    stepsBeginAnewOf = id;
    return this;
  }

  /** The servers of a group refuse so many requests a second; those of others none. */
  public RunDirectoryFixture refused(String group, double perSecond) {
    refused.put(group, perSecond);
    return this;
  }

  /**
   * The servers of a group refuse so many requests, all so long after their first block began to be
   * measured; those of others none.
   */
  public RunDirectoryFixture refusedAt(String group, double seconds, double count) {
    refusedGroup = group;
    refusedAtSeconds = seconds;
    refusedCount = count;
    return this;
  }

  /** The load goes from server to server. */
  public RunDirectoryFixture rotated() {
    rotated = true;
    return inBlocks();
  }

  /** One instance of every group at a time, instead of all together. */
  public RunDirectoryFixture inBlocks() {
    inBlocks = true;
    return this;
  }

  /** One server at a time, each with a load process of its own. */
  public RunDirectoryFixture alternating() {
    alternating = true;
    return inBlocks();
  }

  public RunDirectoryFixture instances(int perGroup) {
    instances = perGroup;
    return this;
  }

  public RunDirectoryFixture durationSeconds(int seconds) {
    durationSeconds = seconds;
    return this;
  }

  /** The part by which a ratio may differ from 1 without making a difference. */
  public RunDirectoryFixture equivalenceMargin(double margin) {
    equivalenceMargin = margin;
    return this;
  }

  /** Adds a group that repeats the baseline, with that median drift. */
  public RunDirectoryFixture calibration(String group, double medianNs) {
    calibration = group;
    return drift(group, medianNs);
  }

  public RunDirectoryFixture primaryMetric(String key) {
    primaryMetric = key;
    return this;
  }

  /**
   * In this group the battles rise by one a second; from so many on, half of the ticks are late.
   */
  public RunDirectoryFixture carries(String group, int battles) {
    carried.put(group, battles);
    return this;
  }

  public RunDirectoryFixture metrics(OwnMetrics own) {
    metrics = own;
    return this;
  }

  /** The run is interrupted in the middle of the block after these. */
  public RunDirectoryFixture interruptedAfterBlocks(int complete) {
    measuredBlocks = complete;
    return this;
  }

  /** The run was continued; {@code died} and {@code changes} may be empty. */
  public RunDirectoryFixture resumed(List<String> died, List<String> changes) {
    return resumed("running", died, changes);
  }

  /** The same, of a run that had ended in that state. */
  public RunDirectoryFixture resumed(String endedAs, List<String> died, List<String> changes) {
    resumptions =
        List.of(
            new RunState.Resumption(START + 50, endedAs, null, null, List.of(1), died, changes));
    return this;
  }

  /** The machine could not run the group. */
  public RunDirectoryFixture skipped(String group) {
    skipped = List.of(new RunState.Skipped(group, "there is no such processor"));
    return this;
  }

  /** {@code died}, {@code killed} or {@code stopped}. */
  public RunDirectoryFixture processState(String id, String state) {
    processes.state(id, state);
    return this;
  }

  public RunDirectoryFixture answered(String id, double shareOfOffered) {
    answeredShare.put(id, shareOfOffered);
    return this;
  }

  /** The load processes answered no scrape. */
  public RunDirectoryFixture withoutLoadSamples() {
    loadSampled = false;
    return this;
  }

  /** Servers get no load. */
  public RunDirectoryFixture withoutLoad() {
    withoutLoad = true;
    return withoutLoadSamples();
  }

  /** The load processes were asked and answered no scrape, so they show no series at all. */
  public RunDirectoryFixture loadNeverAnswered() {
    loadNeverAnswered = true;
    return this;
  }

  /** The plan has that many times the others' load for it; its players were offered the same. */
  public RunDirectoryFixture planned(String id, double timesTheOthers) {
    plannedShare.put(id, timesTheOthers);
    return this;
  }

  /** What each server is offered. */
  public RunDirectoryFixture requestsPerSecond(double requests) {
    requestsPerSecond = requests;
    return this;
  }

  public RunDirectoryFixture sent(String id, double shareOfOffered) {
    sentShare.put(id, shareOfOffered);
    return this;
  }

  /** The same of every server. */
  public RunDirectoryFixture sentToAll(double shareOfOffered) {
    for (String group : driftNs.keySet()) {
      for (int number = 1; number <= instances; number++) {
        sentShare.put(group + "/" + number, shareOfOffered);
      }
    }
    return this;
  }

  public RunDirectoryFixture loadDrift(double medianNs) {
    loadDriftNs = medianNs;
    return this;
  }

  /** That of the load processes of one group, where each server has its own. */
  public RunDirectoryFixture loadDrift(String group, double medianNs) {
    loadDriftOfGroupNs.put(group, medianNs);
    return alternating();
  }

  /** Makes the load generators record response times. */
  public RunDirectoryFixture responses(ResponseLogFixture ofEveryServer) {
    responses = ofEveryServer;
    return this;
  }

  /** The servers of a group, or one, had not answered some requests when the measurement ended. */
  public RunDirectoryFixture hung(String groupOrServer) {
    hung.add(groupOrServer);
    return this;
  }

  /** The last seconds of the measured time are missing from the tick log; all: no log at all. */
  public RunDirectoryFixture tickLogLacks(String id, int seconds) {
    processes.tickLogLacks(id, seconds);
    return this;
  }

  /** Its ticks take five times as long until so many seconds after measuring has begun. */
  public RunDirectoryFixture slowUntil(String id, int seconds) {
    processes.slowUntil(id, seconds);
    return this;
  }

  /** Neither flight recording nor GC log. */
  public RunDirectoryFixture withoutRecording(String id) {
    processes.withoutRecording(id);
    return this;
  }

  /** One more flag of all groups' JVMs. */
  public RunDirectoryFixture jvmArgument(String flag) {
    jvmArguments.add(flag);
    return this;
  }

  /** Nothing of the group's servers is recorded but their ticks, as its plan has it. */
  public RunDirectoryFixture unrecorded(String group) {
    unrecorded.add(group);
    for (int number = 1; number <= instances; number++) {
      withoutRecording(group + "/" + number).halfScraped(group + "/" + number);
    }
    return this;
  }

  /** Every second scrape fails. */
  public RunDirectoryFixture halfScraped(String id) {
    unscraped.add(id);
    return this;
  }

  /** The servers read no thread times: late ticks of which none was read. */
  public RunDirectoryFixture withoutThreadTimes() {
    threadTimes = false;
    return this;
  }

  public RunDirectoryFixture withoutSamples() {
    sampled = false;
    return this;
  }

  /** Something is the matter with the machine. */
  public RunDirectoryFixture machine(Consumer<MachineFixture> spoil) {
    spoil.accept(machine);
    return this;
  }

  /** Sets the median drift of one instance only. */
  public RunDirectoryFixture instanceDrift(String id, double medianNs) {
    instanceDriftNs.put(id, medianNs);
    return this;
  }

  /** A counter of a process grows by so much a second, such as its major faults. */
  public RunDirectoryFixture processCounter(String id, String metric, double perSecond) {
    processFigures.computeIfAbsent(id, _ -> new LinkedHashMap<>()).put(metric, perSecond);
    return this;
  }

  /** A counter of a process is sampled in the first seconds of its measurement only. */
  public RunDirectoryFixture endedEarly(String id, String metric) {
    cutShort.put(id, metric);
    return this;
  }

  /** The load checks answers, and of those of that server so many were lost, and none doubled. */
  public RunDirectoryFixture lost(String id, double count) {
    lost.put(id, count);
    return this;
  }

  /** That share of the group's ticks is late, whatever the threshold. */
  public RunDirectoryFixture late(String group, double share) {
    lateShares.put(group, share);
    return this;
  }

  /** Every late tick of the servers comes in the measured seconds 4 and 5. */
  public RunDirectoryFixture lateTicksInSecondFour() {
    return lateTicksInSecondFour(20);
  }

  /** The same, of so many late ticks of each server. */
  public RunDirectoryFixture lateTicksInSecondFour(double ofEachServer) {
    lateInStalls = ofEachServer;
    return this;
  }

  /** No server counts its late ticks. */
  public RunDirectoryFixture withoutLateTicks() {
    lateTicksUncounted = true;
    return this;
  }

  /** Block 1 was measured again. */
  public RunDirectoryFixture repeated(String why) {
    return again(why, null);
  }

  /** Round 1, of which block 1 is, was measured again. */
  public RunDirectoryFixture repeatedRound(String why) {
    return again(why, 1);
  }

  private RunDirectoryFixture again(String why, Integer round) {
    RunState.BlockTimes before =
        new RunState.BlockTimes(1, START - 60, START - 50, START - 40, START - 39, null);
    repetitions = List.of(new RunState.Repetition(1, before, why, round));
    return this;
  }

  /** Block 1 was measured again, and a process had counted three of something before. */
  public RunDirectoryFixture countedBefore(String id, String metric) {
    countedBefore.put(id, metric);
    return repeated("its load was unequal");
  }

  /** Writes everything. */
  public RunDirectory write() {
    try {
      Plan plan = plan();
      Files.createDirectories(directory.root());
      Files.writeString(directory.experiment(), "workload: battle\n");
      Json.write(directory.plan(), plan);
      Json.write(directory.runState(), runState(plan));
      Json.write(directory.environment(), machine.environment());
      SamplesFixture samples = new SamplesFixture(requestsPerSecond);
      for (Plan.Block block : plan.blocks()) {
        if (block.number() <= measuredBlocks + 1) {
          writeBlock(block, samples);
        }
      }
      countedBefore.forEach((id, metric) -> samples.counter(id, metric, START - 50, START - 40, 0));
      if (sampled) {
        samples.write(directory);
      }
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private double measuredFrom(int block) {
    return START + (block - 1) * (WARMUP_SECONDS + durationSeconds + 4) + WARMUP_SECONDS;
  }

  /** An interrupted block is measured half. */
  private double measuredTo(int block) {
    return measuredFrom(block) + (block <= measuredBlocks ? durationSeconds : durationSeconds / 2);
  }

  private Plan plan() {
    List<Plan.Group> groups =
        driftNs.keySet().stream()
            .map(
                name ->
                    new Plan.Group(
                        name,
                        levels.containsKey(name)
                            ? Map.of(
                                "scheduler",
                                name.replaceFirst("-.*", ""),
                                "level",
                                levels.get(name))
                            : Map.of("scheduler", name),
                        asked.containsKey(name)
                            ? Map.of("machine", asked.get(name))
                            : prices.containsKey(name)
                                ? Map.of("price_per_hour", prices.get(name))
                                : unrecorded.contains(name)
                                    ? Map.of("recording", NO_RECORDING)
                                    : Map.of("server.scheduler", name),
                        Map.of("server.scheduler", List.of("experiment.yaml:3")),
                        "25",
                        List.copyOf(jvmArguments),
                        List.of("--scheduler=" + name)))
            .toList();
    List<List<Plan.Instance>> rounds =
        IntStream.rangeClosed(1, instances)
            .mapToObj(
                number ->
                    groups.stream()
                        .map(
                            group ->
                                new Plan.Instance(
                                    group.name() + "/" + number,
                                    group.name(),
                                    number,
                                    List.of("java", "Server"),
                                    foreign,
                                    (fillsCpus || withoutTicks) ? true : null,
                                    fillsCpus ? true : null))
                        .toList())
            .toList();
    Plan.Load load = withoutLoad ? null : new Plan.Load("udp", List.of("java", "Bots"));
    List<List<Plan.Instance>> together =
        alternating ? rounds.stream().flatMap(List::stream).map(List::of).toList() : rounds;
    List<Plan.Block> blocks =
        inBlocks
            ? IntStream.range(0, together.size())
                .mapToObj(
                    i -> new Plan.Block(i + 1, together.get(i), load, rotation(together.get(i))))
                .toList()
            : List.of(new Plan.Block(1, rounds.stream().flatMap(List::stream).toList(), load));
    return new Plan(
        new Subject(
            "scheduler", "Which scheduler keeps the beat?", "battle", List.of("game.rules")),
        new Design(
            42,
            new Execution(
                alternating ? "alternate" : inBlocks ? "blocks" : "together", "for the test"),
            instances,
            null),
        new Timing(WARMUP_SECONDS, false, durationSeconds, 30),
        new Analysis(
            driftNs.keySet().iterator().next(),
            primaryMetric,
            equivalenceMargin,
            calibration,
            levels.isEmpty() ? null : "level",
            metrics,
            List.of()),
        groups,
        blocks,
        GroupSelection.WHOLE,
        List.of(),
        new Safeguards(2, machine.control(), false));
  }

  private RunState runState(Plan plan) {
    List<RunState.BlockTimes> blocks =
        plan.blocks().stream()
            .filter(block -> block.number() <= measuredBlocks + 1)
            .map(
                block ->
                    new RunState.BlockTimes(
                        block.number(),
                        measuredFrom(block.number()) - WARMUP_SECONDS,
                        measuredFrom(block.number()),
                        block.number() <= measuredBlocks ? measuredTo(block.number()) : null,
                        block.number() <= measuredBlocks ? measuredTo(block.number()) + 1 : null,
                        null))
            .map(times -> rotated ? turned(times, plan.blocks().get(times.number() - 1)) : times)
            .toList();
    boolean complete = measuredBlocks >= plan.blocks().size();
    return new RunState(
        complete ? "complete" : "interrupted",
        complete ? null : "Ctrl-C",
        START - 5,
        measuredTo(blocks.size()),
        blocks,
        skipped,
        resumptions,
        repetitions,
        List.of());
  }

  private Rotation rotation(List<Plan.Instance> servers) {
    int seconds = durationSeconds / servers.size() - 2;
    List<String> ids = servers.stream().map(Plan.Instance::id).toList();
    return rotated ? new Rotation(1, List.of(), List.of(new Rotation.Round(seconds, ids))) : null;
  }

  /** Each server has the load for an equal part of the measurement, with guards of a second. */
  private RunState.BlockTimes turned(RunState.BlockTimes times, Plan.Block block) {
    List<RunState.Slice> warmups = new ArrayList<>();
    List<RunState.Slice> slices = new ArrayList<>();
    int servers = block.instances().size();
    double part = (double) durationSeconds / servers;
    double warmup = (double) WARMUP_SECONDS / servers;
    for (Plan.Instance instance : block.instances()) {
      double from = times.measuredFrom() + sliceFrom(slices.size(), servers);
      double warmedFrom = times.loadStartedAt() + warmups.size() * warmup;
      warmups.add(new RunState.Slice(instance.id(), warmedFrom, warmedFrom + warmup));
      slices.add(new RunState.Slice(instance.id(), from, from + part - 2));
    }
    return times.turns(warmups, slices);
  }

  /** How long after the measurement's begin the slice of a server begins. */
  private double sliceFrom(int server, int servers) {
    return (double) durationSeconds / servers * server + 1;
  }

  /** Where the load goes from server to server, each answers in its own slice. */
  private void appendResponses(Path log, List<String> servers, double from) throws IOException {
    if (!rotated) {
      responses.append(log, servers, from);
      return;
    }
    for (int i = 0; i < servers.size(); i++) {
      responses.append(log, List.of(servers.get(i)), from + sliceFrom(i, servers.size()));
    }
  }

  private void writeBlock(Plan.Block block, SamplesFixture samples) throws IOException {
    double from = measuredFrom(block.number());
    double to = measuredTo(block.number());
    String loadId = "load/" + block.number();
    machine.sample(block.number(), from - WARMUP_SECONDS, from, to, samples);
    if (!machine.control().isEmpty()) {
      Path folder = directory.control(block.number());
      processes.write("control/" + block.number(), block.number(), folder, 0, from, to);
      machine.writeControl(block.number(), RunDirectory.ticks(folder), from, to, samples);
      countProcess("control/" + block.number(), from, to, samples);
    }
    samples.process(loadId, from, to, unscraped.contains(loadId));
    double drift =
        loadDriftOfGroupNs.getOrDefault(block.instances().getFirst().group(), loadDriftNs);
    processes.write(loadId, block.number(), directory.load(block.number()), drift, from, to);
    if (responses != null) {
      appendResponses(
          RunDirectory.ticks(directory.load(block.number())),
          block.instances().stream().map(Plan.Instance::id).toList(),
          from);
      responses.appendWaiting(
          RunDirectory.ticks(directory.load(block.number())),
          block.instances().stream()
              .filter(instance -> hung.contains(instance.group()) || hung.contains(instance.id()))
              .map(Plan.Instance::id)
              .toList(),
          from);
    }
    for (Plan.Instance instance : block.instances()) {
      String id = instance.id();
      double median = instanceDriftNs.getOrDefault(id, driftNs.get(instance.group()));
      processes.write(id, block.number(), directory.instance(id), median, from, to);
      if (coreShare == null) {
        samples.process(id, from, to, unscraped.contains(id));
      } else {
        samples.process(id, from, to, unscraped.contains(id), coreShare);
      }
      if (withoutTicks) {
        Files.delete(RunDirectory.ticks(directory.instance(id)));
      } else {
        samples.server(
            id, from, to, TickLogFixture.TICKS_PER_SECOND, 0.02 * median / 1e6, threadTimes);
      }
      stepOutcomes.forEach(
          (labels, perSecond) ->
              samples.steps(loadId, labels + ",target=\"" + id + "\"", from, to, perSecond));
      if (!refused.isEmpty()) {
        samples.outcomes(
            loadId,
            "outcome=\"refused\",target=\"" + id + "\"",
            from,
            to,
            refused.getOrDefault(instance.group(), 0.0));
      }
      if (refusedGroup != null) {
        samples.outcomesFrom(
            loadId,
            "outcome=\"refused\",target=\"" + id + "\"",
            from,
            to,
            measuredFrom(block.number()) + refusedAtSeconds,
            instance.group().equals(refusedGroup) ? refusedCount : 0);
      }
      countProcess(id, from, to, samples);
      for (String process : List.of(id, loadId)) {
        if (cutShort.containsKey(process)) {
          samples.counter(process, cutShort.get(process), from, from + WARMUP_SECONDS + 3, 0.1);
        }
      }
      if (!lost.isEmpty()) {
        samples.faults(loadId, id, "lost", from, to, lost.getOrDefault(id, 0.0));
        samples.faults(loadId, id, "doubled", from, to, 0);
      }
      if (lateShares.containsKey(instance.group())) {
        samples.late(
            id, from, to, TickLogFixture.TICKS_PER_SECOND, lateShares.get(instance.group()));
      }
      if (lateTicksUncounted) {
        samples.withoutLate();
      }
      if (lateInStalls > 0) {
        samples.lateIn(id, from, to, 4, lateInStalls);
      }
      if (carried.containsKey(instance.group())) {
        samples.risingLoad(id, from, to, carried.get(instance.group()));
      }
      if (loadSampled) {
        samples.load(
            loadId,
            id,
            from,
            to,
            plannedShare.getOrDefault(id, 1.0),
            sentShare.getOrDefault(id, 1.0),
            answeredShare.getOrDefault(id, 1.0));
      }
    }
    if (stepsBeginAnewOf != null) {
      samples.stepsBeginAnew(loadId, "target=\"" + stepsBeginAnewOf + "\"", (from + to) / 2);
    }
    if (loadNeverAnswered) {
      samples.neverAnswered(loadId, from, to);
    }
  }

  private void countProcess(String id, double from, double to, SamplesFixture samples) {
    processFigures
        .getOrDefault(id, Map.of())
        .forEach((metric, perSecond) -> samples.counter(id, metric, from, to, perSecond));
  }
}
