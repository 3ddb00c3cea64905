package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.RenderedFile;
import dev.jitterlab.lab.process.LocalHost;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.progress.Progress.Phase;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.run.MachineReading;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs with real processes. */
class ExecutionTest {
  private static final byte[] YAML = "workload: test # ä\r\n".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path temporary;
  private RunDirectory directory;
  private final SilentProgress progress = new SilentProgress();

  @BeforeEach
  void nameTheRunDirectory() {
    directory = new RunDirectory(temporary.resolve("runs/first"));
  }

  private void run(Plan plan) throws InterruptedException {
    new Execution(plan, YAML, List.of(), directory, progress, Time.system(), LocalHost::open).run();
  }

  private Problem failureOf(Plan plan, ExitCode expected) {
    LabException failure = assertThrows(LabException.class, () -> run(plan));
    assertEquals(expected, failure.exitCode(), failure.getMessage());
    return failure.problems().getFirst();
  }

  private RunState state() {
    return Json.read(directory.runState(), RunState.class);
  }

  private ProcessRecord record(Path folder) {
    return Json.read(RunDirectory.process(folder), ProcessRecord.class);
  }

  @Test
  void goesOnWithoutAGroupThatTheMachineCannotRun() throws Exception {
    Plan plan = ScriptedPlans.alternating("unavailable", "good");
    run(plan);

    RunState state = state();
    assertEquals("complete", state.state());
    assertEquals(
        List.of(new RunState.Skipped("first", "server: there is no C compiler")), state.skipped());
    assertEquals(List.of("Going on without first: server: there is no C compiler"), progress.notes);
    assertEquals("died", record(directory.instance("first/1")).fate().state());
    assertFalse(Files.exists(directory.instance("first/2")), "not tried again");
    Plan ran = plan.ran(state);
    assertEquals(
        "second", ran.analysis().baseline(), "the first group left takes the baseline's place");
    assertEquals(List.of(2, 4), ran.blocks().stream().map(Plan.Block::number).toList());
  }

  @Test
  void comparesTheLoadOfThoseGroupsOnlyThatTheMachineCanRun() throws Exception {
    run(ScriptedPlans.alternatingUnderLoad("unavailable", "good", 2));

    RunState state = state();
    assertEquals("complete", state.state(), state.why());
    assertEquals(Set.of("first"), state.skippedGroups());
    assertEquals(List.of(1, 2, 4), state.blocks().stream().map(BlockTimes::number).toList());
    assertNull(state.blocks().getFirst().measuredTo(), "nothing of the skipped group");
    assertEquals(List.of(), state.repetitions());
  }

  @Test
  void refusesAGroupForWhichTheMachineIsWrongBeforeAnythingStarts() throws Exception {
    Plan plan = ScriptedPlans.alternating("good", "good");
    run(ScriptedPlans.asking(plan, "first", Map.of("cpus", "8191")));

    String why = state().skipped().getFirst().why();
    assertTrue(why.startsWith("cpus 8191: this machine has the CPUs"), why);
    assertEquals(List.of("Going on without first: " + why), progress.notes);
    assertFalse(Files.exists(directory.instance("first/1")), "never started");
    assertEquals("stopped", record(directory.instance("second/2")).fate().state());
  }

  @Test
  void readsBackWhatAServerGotOfTheMachine() throws Exception {
    run(ScriptedPlans.asking(ScriptedPlans.withoutLoad(), "pool", Map.of("scheduling", "batch")));

    MachineReading reading = record(directory.instance("pool/1")).machine();
    assertEquals(List.of("batch"), reading.scheduling());
    assertTrue(reading.threads() > 5, "the JVM's own threads too: " + reading.threads());
  }

  /** Its command line does not begin with what its group asks for. */
  @Test
  void failsAServerThatRunsWithSomethingElse() {
    Plan plan = ScriptedPlans.withoutLoad();
    Plan asking = ScriptedPlans.wishing(plan, "pool", Map.of("scheduling", "batch"));
    Problem problem = failureOf(asking, ExitCode.RUN_FAILED);

    assertEquals("pool/1", problem.where());
    assertTrue(problem.what().endsWith("is other instead of batch"), problem.what());
  }

  @Test
  void failsIfTheMachineCanRunNoGroup() {
    Problem problem =
        failureOf(ScriptedPlans.alternating("unavailable", "unavailable"), ExitCode.RUN_FAILED);

    assertTrue(problem.what().contains("none of the groups"), problem.what());
    assertEquals("failed", state().state());
  }

  @Test
  void fillsTheRunDirectory() throws Exception {
    Plan plan = ScriptedPlans.block("good", "good");
    run(plan);

    assertArrayEquals(YAML, Files.readAllBytes(directory.experiment()));
    assertEquals(Json.write(plan), Files.readString(directory.plan()));
    assertTrue(
        Json.read(directory.environment(), Environment.class).jdks().get("25").contains("version"));
    RunState state = state();
    assertEquals("complete", state.state());
    assertNull(state.why());
    ProcessRecord server = record(directory.instance("pool/2"));
    assertEquals("stopped", server.fate().state());
    assertEquals(143, server.fate().exitCode());
    assertEquals("127.0.0.1:1", server.endpoints().get("udp"));
    assertFalse(ProcessHandle.of(server.pid()).isPresent());
    try (var files = Files.list(directory.root())) {
      assertEquals(
          List.of(
              ".lock",
              "environment.json",
              "experiment.yaml",
              "groups",
              "load",
              "plan.json",
              "programs.json",
              "run.json",
              "samples.duckdb"),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
  }

  /** It is filled in with the command only, and no JVM knows it as it stands. */
  @Test
  void aFlagWithAPlaceholderIsNotTriedBefore() throws Exception {
    run(ScriptedPlans.withFlag("-XX:TieredStopAtLevel=${properties.level}"));

    assertEquals("complete", state().state());
  }

  @Test
  void aVariableThatEndsInJavaIsNoJvm() throws Exception {
    List<String> command = new ArrayList<>(List.of("/usr/bin/env", "JAVA_HOME=/opt/java"));
    command.addAll(ScriptedPlans.command("good"));
    run(ScriptedPlans.commanded(command));

    assertEquals("complete", state().state());
  }

  /** After the last look: with its block, what it did would be lost if that is measured again. */
  @Test
  void aServerThatDiesAtItsEndFailsTheRun() throws Exception {
    Problem problem =
        failureOf(
            ScriptedPlans.loaded("dies-on-request", "ends-with-its-servers"), ExitCode.RUN_FAILED);

    assertTrue(problem.what().contains("after it was measured"), problem.what());
    assertEquals("died", record(directory.instance("pool/1")).fate().state());
    assertEquals(List.of(), state().finishedBlocks(), "it can be resumed");
  }

  @Test
  void measuresABlockAgainWhoseServersGotUnequalLoad() throws Exception {
    run(ScriptedPlans.repeating("unequal-once", 2));

    RunState state = state();
    assertEquals("complete", state.state());
    RunState.Repetition again = state.repetitions().getFirst();
    assertEquals(1, state.repetitions().size(), "it was equal then");
    assertEquals(1, again.block());
    assertTrue(again.why().endsWith(" % off the mean"), again.why());
    BlockTimes times = state.blocks().getFirst();
    assertTrue(times.measuredFrom() > again.discarded().finishedAt(), state.toString());
    assertEquals(1, state.blocks().size());
    assertTrue(Files.exists(directory.discarded(1).resolve("groups/pool/2/process.json")));
    assertTrue(Files.exists(directory.discarded(1).resolve("load/1/process.json")));
    assertEquals("stopped", record(directory.instance("pool/2")).fate().state());
    assertTrue(progress.notes.getLast().startsWith("Measuring block 1 again (1 of at most 2)"));
    assertEquals(2, progress.statuses.getLast().blocks(), "one more than planned");
  }

  /** What its clients sent is what its servers answered. */
  @Test
  void measuresNoBlockOfAClosedModelAgain() throws Exception {
    run(ScriptedPlans.repeating("unequal-closed", 2));

    assertEquals("complete", state().state());
    assertEquals(List.of(), state().repetitions());
  }

  @Test
  void repeatsNoMoreOftenThanItMay() throws Exception {
    run(ScriptedPlans.repeating("unequal", 1));

    assertEquals("complete", state().state());
    assertEquals(1, state().repetitions().size());
    assertFalse(Files.exists(directory.discarded(2)));
  }

  @Test
  void runsAnIdleControlProcessBesideABlockAndAsksItNothing() throws Exception {
    run(ScriptedPlans.controlled());

    assertEquals("stopped", record(directory.control(1)).fate().state());
    BlockTimes times = state().blocks().getFirst();
    double from = times.measuredFrom();
    double to = times.measuredTo();
    try (SamplesReader samples = SamplesReader.open(directory).orElseThrow()) {
      for (String source : List.of("control/1", "lab")) {
        assertTrue(
            samples.increase(source, "lab_process_cpu_seconds_total", "", from, to).isPresent());
        assertTrue(
            samples.increase(source, "lab_session_cpu_seconds_total", "", from, to).isPresent());
      }
      assertEquals(List.of(), samples.series("control/1", "test_scrapes_total", null, 0, 1e12));
    }
  }

  @Test
  void pointsTheLoadAtEveryServer() throws Exception {
    run(ScriptedPlans.block("good", "good"));

    String printed = Files.readString(RunDirectory.stdout(directory.load(1)));
    assertTrue(
        printed.contains("--target=pool/1=127.0.0.1:1, --target=pool/2=127.0.0.1:1]"), printed);
  }

  @Test
  void measuresServersThatNeedNoLoad() throws Exception {
    run(ScriptedPlans.withoutLoad());

    assertEquals("complete", state().state());
    assertNotNull(state().blocks().getFirst().measuredTo());
    assertEquals("stopped", record(directory.instance("pool/1")).fate().state());
    assertFalse(Files.exists(directory.load(1)));
  }

  @Test
  void endsTheWarmUpWhenAllServersAreSteady() throws Exception {
    run(ScriptedPlans.untilSteady(ScriptedPlans.withoutLoad(), 120));

    RunState.BlockTimes block = state().blocks().getFirst();
    assertEquals(List.of(), block.unsteady());
    double warmup = block.measuredFrom() - block.loadStartedAt();
    assertTrue(warmup > 14 && warmup < 119, () -> warmup + " s");
    assertTrue(
        progress.notes.stream().anyMatch(note -> note.endsWith("all servers are steady.")),
        progress.notes::toString);
  }

  @Test
  void namesTheServersThatAreNotSteadyAtTheLimit() throws Exception {
    run(ScriptedPlans.untilSteady(ScriptedPlans.block("good", "good"), 0.5));

    assertEquals(List.of("pool/1", "pool/2"), state().blocks().getFirst().unsteady());
    assertTrue(
        progress.notes.stream()
            .anyMatch(note -> note.endsWith("limit was reached; not steady: pool/1, pool/2.")),
        progress.notes::toString);
  }

  @Test
  void stopsTheLoadBeforeTheServers() throws Exception {
    run(ScriptedPlans.block("good"));

    ProcessRecord load = record(directory.load(1));
    ProcessRecord server = record(directory.instance("pool/1"));
    assertTrue(load.fate().exitedAt() <= server.fate().stopAskedAt(), load + " " + server);
  }

  @Test
  void samplesEveryProcessAndTheMachineAtTheBoundsOfTheMeasurement() throws Exception {
    run(ScriptedPlans.block("good", "good"));

    BlockTimes times = state().blocks().getFirst();
    double from = times.measuredFrom();
    double to = times.measuredTo();
    assertTrue(times.loadStartedAt() < from && from < to, times.toString());
    try (SamplesReader samples = SamplesReader.open(directory).orElseThrow()) {
      for (String source : List.of("load/1", "pool/1", "pool/2")) {
        var scrapes = samples.series(source, "test_scrapes_total", null, from, to);
        assertEquals(from, scrapes.getFirst().at());
        assertEquals(to, scrapes.getLast().at());
        assertTrue(samples.increase(source, "test_scrapes_total", "", from, to).get() >= 1);
        assertTrue(
            samples.max(source, "lab_process_resident_bytes", MeasuredWindows.of(from, to)).get()
                > 1e6);
        assertEquals(0, samples.increase(source, "lab_scrape_failed_total", "", from, to).get());
      }
      double busyAndIdle =
          samples.increase("machine", "lab_machine_cpu_seconds_total", null, from, to).get();
      int cores = Runtime.getRuntime().availableProcessors();
      assertTrue(busyAndIdle > 0.5 * cores * (to - from), "CPU seconds " + busyAndIdle);
    }
  }

  @Test
  void measuresNoShorterThanPromisedWhereTheFirstSampleComesLate() throws Exception {
    Plan plan = ScriptedPlans.block("good");
    AtomicBoolean late = new AtomicBoolean();
    Time fullMachine = new SlowToSample(late, 700);

    new Execution(plan, YAML, List.of(), directory, progress, fullMachine, LocalHost::open).run();

    BlockTimes times = state().blocks().getFirst();
    assertTrue(late.get(), "no sample was late");
    double promised = plan.timing().durationSeconds();
    assertTrue(times.measuredTo() - times.measuredFrom() >= promised, times.toString());
  }

  /** The first thread that samples at a bound gets no CPU for a while. */
  private record SlowToSample(AtomicBoolean late, long millis) implements Time {
    @Override
    public long nanoTime() {
      return System.nanoTime();
    }

    @Override
    public double epochSeconds() {
      boolean atBound = Thread.currentThread().getName().startsWith("lab-scrape-");
      if (atBound && late.compareAndSet(false, true)) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
      }
      return Time.system().epochSeconds();
    }

    @Override
    public void sleepUntil(long deadlineNs) throws InterruptedException {
      Time.system().sleepUntil(deadlineNs);
    }
  }

  @Test
  void runsOneBlockAfterTheOther() throws Exception {
    run(ScriptedPlans.blocks(2));

    List<BlockTimes> blocks = state().blocks();
    assertEquals(List.of(1, 2), blocks.stream().map(BlockTimes::number).toList());
    assertTrue(blocks.getFirst().measuredTo() < blocks.getLast().loadStartedAt());
    assertEquals(2, record(directory.load(2)).block());
  }

  @Test
  void tellsPhasesInOrderAndCountsTimeDown() throws Exception {
    run(ScriptedPlans.block("good"));

    List<Phase> phases = progress.statuses.stream().map(Progress.Status::phase).distinct().toList();
    List<Phase> all = new ArrayList<>(List.of(Phase.values()));
    all.remove(Phase.LOOKING); // of sequential trials
    assertEquals(all, phases);
    List<Progress.Status> measuring =
        progress.statuses.stream().filter(status -> status.phase() == Phase.MEASURING).toList();
    for (int i = 1; i < measuring.size(); i++) {
      assertTrue(measuring.get(i - 1).secondsLeft() >= measuring.get(i).secondsLeft());
    }
    // A full machine may tell a phase once only; the whole run it cannot.
    assertTrue(
        progress.statuses.getFirst().secondsLeft() > progress.statuses.getLast().secondsLeft());
    assertEquals(10, measuring.getLast().players().orElseThrow());
    assertEquals(OptionalLong.of(0), measuring.getLast().lateTicks(), "none while measuring");
  }

  /** Somebody builds while it goes on: the servers of the group would be of two builds. */
  @Test
  void failsWhereAJarIsBuiltAnewMeanwhile() throws Exception {
    Path jar = Files.writeString(temporary.resolve("server.jar"), "one");
    List<String> command = new ArrayList<>(ScriptedPlans.command("good"));
    command.addAll(List.of("-jar", jar.toString())); // which the server passes over
    progress.onUpdate =
        status -> {
          if (status.phase() == Phase.MEASURING) {
            Unchecked.io(() -> Files.writeString(jar, "other"));
          }
        };
    Problem failure = failureOf(ScriptedPlans.commanded(command), ExitCode.RUN_FAILED);

    assertEquals(jar.toString(), failure.where());
    assertTrue(failure.what().startsWith("the jar has changed while the run went on"));
    assertEquals("failed", state().state());
    assertNull(state().blocks().getFirst().finishedAt(), "a resume measures it again");
  }

  /** A system that updates itself may put another build into the same folder. */
  @Test
  void failsWhereAJdkIsUpdatedMeanwhile() throws Exception {
    Path java = temporary.resolve("jdk/bin/java");
    Files.createDirectories(java.getParent());
    Path release = Files.writeString(temporary.resolve("jdk/release"), "JAVA_VERSION=\"25\"\n");
    List<String> command = new ArrayList<>(ScriptedPlans.command("good"));
    command.add(java.toString()); // which the server passes over
    progress.onUpdate =
        status -> {
          if (status.phase() == Phase.MEASURING) {
            Unchecked.io(() -> Files.writeString(release, "JAVA_VERSION=\"25.0.1\"\n"));
          }
        };
    Problem failure = failureOf(ScriptedPlans.commanded(command), ExitCode.RUN_FAILED);

    assertEquals(release.toString(), failure.where());
    assertTrue(failure.what().startsWith("the JDK has changed while the run went on"));
    assertNull(state().blocks().getFirst().finishedAt(), "a resume measures it again");
  }

  /** Only what is in it counts. */
  @Test
  void goesOnWhereAJarIsWrittenAgainAsItWas() throws Exception {
    Path jar = Files.writeString(temporary.resolve("server.jar"), "one");
    List<String> command = new ArrayList<>(ScriptedPlans.command("good"));
    command.addAll(List.of("-jar", jar.toString()));
    progress.onUpdate =
        status -> {
          if (status.phase() == Phase.MEASURING) {
            Unchecked.io(() -> Files.writeString(jar, "one"));
          }
        };
    run(ScriptedPlans.commanded(command));

    assertEquals("complete", state().state());
  }

  @Test
  void namesTheServerThatIsNeverReady() {
    Problem problem = failureOf(ScriptedPlans.readyWithin(1.5, "never-ready"), ExitCode.RUN_FAILED);

    assertEquals("pool/1", problem.where());
    assertTrue(problem.what().contains("1.5 s"), problem.what());
    assertTrue(problem.details().contains("arguments [never-ready]"), problem.details());
    assertEquals("failed", state().state());
    assertEquals("stopped", record(directory.instance("pool/1")).fate().state());
  }

  /**
   * It goes on living without ever being ready, and its stack trace is longer than what is shown.
   */
  @Test
  void namesTheKnownSymptomFirstOfAServerThatIsNeverReady() {
    Problem problem =
        failureOf(ScriptedPlans.readyWithin(1.5, "out-of-memory"), ExitCode.RUN_FAILED);

    assertTrue(
        problem.what().startsWith("there was not enough memory: OutOfMemoryError: Java heap space"),
        problem.what());
    assertTrue(problem.what().contains("1.5 s"), problem.what());
    assertTrue(problem.remedy().contains("-Xmx"), problem.remedy());
  }

  @Test
  void showsWhatAServerSaidThatDiedAtItsStart() {
    Problem problem = failureOf(ScriptedPlans.block("good", "dies-at-start"), ExitCode.RUN_FAILED);

    assertEquals("pool/2", problem.where());
    assertTrue(problem.what().contains("exit status 7"), problem.what());
    assertTrue(problem.remedy().contains("port"), problem.remedy());
    assertTrue(problem.details().contains("Address already in use"), problem.details());
    assertEquals("died", record(directory.instance("pool/2")).fate().state());
    assertEquals("stopped", record(directory.instance("pool/1")).fate().state());
  }

  @Test
  void keepsWhatWasMeasuredWhenAServerDies() {
    Problem problem =
        failureOf(ScriptedPlans.lasting(60, "good", "dies-while-measured"), ExitCode.RUN_FAILED);

    assertEquals("pool/2", problem.where());
    assertTrue(problem.what().contains("exit status 9"), problem.what());
    RunState state = state();
    assertEquals("failed", state.state());
    assertTrue(state.why().contains("pool/2"), state.why());
    assertNotNull(state.endedAt());
    try (SamplesReader samples = SamplesReader.open(directory).orElseThrow()) {
      double from = state.blocks().getFirst().loadStartedAt() - 1;
      assertFalse(
          samples.series("pool/1", "test_scrapes_total", "", from, state.endedAt()).isEmpty());
    }
  }

  @Test
  void killsAServerThatIgnoresSigterm() throws Exception {
    run(ScriptedPlans.block("ignores-sigterm"));

    ProcessRecord server = record(directory.instance("pool/1"));
    assertEquals("killed", server.fate().state());
    assertEquals(137, server.fate().exitCode());
    assertEquals("complete", state().state());
  }

  @Test
  void findsTheReadyLineBehindMegabytesOfGarbage() throws Exception {
    run(ScriptedPlans.block("prints-garbage"));

    assertEquals("complete", state().state());
  }

  @Test
  void refusesAMalformedReadyLine() {
    Problem problem = failureOf(ScriptedPlans.block("malformed-ready"), ExitCode.RUN_FAILED);

    assertTrue(problem.what().contains("'metrics='"), problem.what());
  }

  @Test
  void pointsTheLoadAtTheEndpointThatThePlanNames() throws Exception {
    run(ScriptedPlans.block("serves-more"));

    List<String> command = record(directory.load(1)).command();
    assertEquals("--target=pool/1=127.0.0.1:1", command.getLast());
  }

  @Test
  void saysWhatAServerAnnouncedInsteadOfTheEndpoint() {
    Problem problem = failureOf(ScriptedPlans.block("serves-tcp"), ExitCode.RUN_FAILED);

    assertEquals("pool/1", problem.where());
    assertTrue(problem.what().contains("'udp'"), problem.what());
    assertTrue(problem.what().contains("only: tcp, metrics"), problem.what());
  }

  @Test
  void endsWhatAServerHasStarted() throws Exception {
    run(ScriptedPlans.block("has-a-child"));

    assertFalse(ProcessHandle.of(childPid(directory)).map(ProcessHandle::isAlive).orElse(false));
  }

  /** The child that a server of behaviour {@code has-a-child} has announced. */
  static long childPid(RunDirectory directory) throws IOException {
    return Files.readAllLines(RunDirectory.stdout(directory.instance("pool/1"))).stream()
        .filter(line -> line.startsWith("child "))
        .mapToLong(line -> Long.parseLong(line.substring("child ".length())))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void namesTheLineOfAFlagThatTheJvmRefuses() {
    Problem problem =
        failureOf(ScriptedPlans.withFlag("-XX:+UseMagicGC"), ExitCode.WRONG_EXPERIMENT);

    assertEquals("x.yaml:7", problem.where());
    assertTrue(problem.what().contains("-XX:UseMagicGC"), problem.what());
    assertTrue(problem.details().contains("Unrecognized VM option"), problem.details());
    assertFalse(Files.exists(directory.root()), "nothing is left behind");
  }

  @Test
  void refusesHeapsThatDoNotFit() {
    Problem problem = failureOf(ScriptedPlans.withFlag("-Xmx999t"), ExitCode.WRONG_EXPERIMENT);

    assertTrue(problem.what().contains("-Xmx"), problem.what());
    assertFalse(Files.exists(directory.root()), "nothing is left behind");
  }

  @Test
  void keepsOffAFolderThatHoldsSomething() throws Exception {
    Files.createDirectories(directory.root());
    Files.writeString(directory.root().resolve("precious"), "");
    Problem problem = failureOf(ScriptedPlans.block("good"), ExitCode.WRONG_EXPERIMENT);

    assertEquals(directory.root().toString(), problem.where());
    assertTrue(problem.remedy().contains("--out"), problem.remedy());
  }

  @Test
  void saysThatTheFolderCannotBeMade() throws Exception {
    Path file = Files.writeString(temporary.resolve("file"), "");
    directory = new RunDirectory(file.resolve("run"));
    Problem problem = failureOf(ScriptedPlans.block("good"), ExitCode.RUN_FAILED);

    assertTrue(problem.remedy().contains("in another folder"), problem.remedy());
  }

  @Test
  void keepsWhatTheTemplatesBecame() throws IOException, InterruptedException {
    RenderedFile file = new RenderedFile(Path.of("inventory/all.ini"), "[servers]\n");
    new Execution(
            ScriptedPlans.block("good"),
            YAML,
            List.of(file),
            directory,
            progress,
            Time.system(),
            LocalHost::open)
        .run();
    assertEquals(
        "[servers]\n", Files.readString(directory.rendered().resolve("inventory/all.ini")));
  }
}
