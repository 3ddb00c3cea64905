package dev.jitterlab.lab.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.collector.Attachment;
import dev.jitterlab.lab.collector.KnownCollectors;
import dev.jitterlab.lab.collector.RecordingSettings;
import dev.jitterlab.lab.experiment.Analysis;
import dev.jitterlab.lab.experiment.ExperimentReader;
import dev.jitterlab.lab.experiment.ExperimentText;
import dev.jitterlab.lab.experiment.GroupSelection;
import dev.jitterlab.lab.experiment.Timing;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import dev.jitterlab.lab.jdk.JdkFinder;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.plan.Plan.Group;
import dev.jitterlab.lab.plan.Plan.Instance;
import dev.jitterlab.lab.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlannerTest {
  private static final Jdk OWN = new Jdk(25, "25.0.1", "Maker", Path.of("/jdks/25"), true);
  private static final Jdk OLD = new Jdk(17, "17.0.2", "Maker", Path.of("/jdks/17"), true);
  private static final int CORES = 2;

  private static final String TWO_JDKS =
      """
      workload: battle
      groups: [{name: jdk, values: [old, new]}]
      load: {players: 7}
      seed: 40
      instances: 2
      properties:
      - targets: [jdk=old]
        properties: {jdk: 17, server: {scheduler: thread-per-task}}
      - targets: [jdk=new]
        properties: {jvm_arguments: ["-Xmx64m '-Da=b c'"], environment: {LANG: C, X: '1'}}
      """;

  @TempDir private Path folder;

  private static Planner planner() {
    return new Planner(() -> new JdkCatalog(List.of(OLD, OWN)), OWN, CORES);
  }

  private Plan plan(String yaml) {
    return planner().plan(ExperimentText.read(folder, yaml));
  }

  private static Instance instance(Plan plan, String id) {
    return plan.blocks().stream()
        .flatMap(block -> block.instances().stream())
        .filter(instance -> instance.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void plansTheFourGroupsOfTheThesis() {
    Path file = Path.of("../experiments/thesis-example.yaml");
    Planner withoutJdks = new Planner(() -> new JdkCatalog(List.of()), OWN, CORES);
    Plan plan = withoutJdks.plan(ExperimentText.readFile(file));
    assertEquals(
        List.of(
            "java11-6GB jdk11_image [-Xmx6G, -Xms6G]",
            "java11-8GB jdk11_image [-Xmx8G, -Xms8G]",
            "java21-6GB jdk21_image [-Xmx6G, -Xms6G]",
            "java21-8GB jdk21_image [-Xmx8G, -Xms8G]"),
        plan.groups().stream()
            .map(g -> g.name() + " " + g.properties().get("ami") + " " + g.jvmArguments())
            .toList());
    Group first = plan.groups().getFirst();
    assertEquals(Map.of("java_version", "java11", "memory", "6GB"), first.variables());
    assertEquals(List.of("thesis-example.yaml:18"), first.origins().get("ami"));
    assertNull(plan.subject().workload());
    assertNull(plan.blocks().getFirst().load());
    assertEquals(List.of(), plan.blocks().getFirst().instances().getFirst().command());
  }

  @Test
  void startsAServerWithItsCpusAndPriority() {
    Plan plan =
        plan(
            """
            workload: battle
            defaults:
              environment: {LANG: C}
              machine: {cpus: 0-1, nice: 5, scheduling: batch, cpu_limit: 0.5}
            """);
    assertEquals(
        List.of(
            "nice",
            "-n",
            "5",
            "chrt",
            "--batch",
            "0",
            "taskset",
            "--cpu-list",
            "0-1",
            "/usr/bin/env",
            "LANG=C",
            "/jdks/25/bin/java"),
        instance(plan, "all/1").command().subList(0, 12));
    assertEquals(0.5, plan.group("all").machine().cpuLimit().orElseThrow());
  }

  @Test
  void isolatedCpusMustBeNamed() {
    LabException wrong =
        assertThrows(LabException.class, () -> plan("defaults: {machine: {isolated: true}}"));
    assertTrue(wrong.getMessage().contains("names no `cpus`"), wrong.getMessage());
  }

  @Test
  void leavesOutWhatIsNotToBeRecorded() {
    Plan plan =
        plan(
            """
            workload: battle
            defaults: {recording: {jfr: false, gc_log: false, jit_log: false}}
            """);
    assertEquals("-cp", instance(plan, "all/1").command().get(1));
    assertTrue(plan.group("all").recording().isOn("scrape"));
    assertTrue(
        plan.blocks().getFirst().load().command().get(2).startsWith("-Xlog:gc"),
        "the load's stays");
  }

  @Test
  void startsEachServerOnItsGroupsJdkWithItsFlagsAndOptions() {
    Plan plan = plan(TWO_JDKS);
    String jar =
        ExperimentText.HOME
            .resolve("workloads/battle/target/jitterlab-battle-0.1.0-SNAPSHOT.jar")
            .toAbsolutePath()
            .toString();
    assertEquals(
        List.of(
            "/jdks/17/bin/java",
            "-XX:FlightRecorderOptions=repository=jfr",
            "-XX:StartFlightRecording=filename=recording.jfr,dumponexit=true,settings=default,"
                + "settings=flight.jfc,disk=true,maxsize=256m",
            "-Xlog:jit+compilation=debug:file=jit.log:timemillis:filecount=0",
            "-Xlog:gc*,gc+tlab=debug,safepoint:file=gc.log:time,uptime,uptimenanos,level,tags:filecount=0",
            "-cp",
            jar,
            "dev.jitterlab.battle.server.BattleServer",
            "--port=0",
            "--metrics-port=0",
            "--tick-log=ticks.hlog",
            "--scheduler=thread-per-task",
            "--tick-rate=20"),
        instance(plan, "old/1").command());
    assertEquals(
        List.of("/usr/bin/env", "LANG=C", "X=1", "/jdks/25/bin/java", "-Xmx64m", "-Da=b c"),
        instance(plan, "new/2").command().subList(0, 6));
    assertEquals(List.of("--scheduler=thread-per-task"), plan.group("old").serverArguments());
    assertEquals(List.of(), plan.group("new").serverArguments());
    assertEquals("17", plan.group("old").jdk());
    assertEquals("25", plan.group("new").jdk());
  }

  @Test
  void startsTheLoadOnTheLabsJdkWithASeedForEachBlock() {
    List<List<String>> loads =
        plan(TWO_JDKS).blocks().stream().map(block -> block.load().command()).toList();
    assertEquals(2, loads.size());
    assertEquals("udp", plan(TWO_JDKS).blocks().getFirst().load().endpoint());
    assertEquals(List.of("/jdks/25/bin/java", "-Xmx512m"), loads.getFirst().subList(0, 2));
    assertTrue(loads.getFirst().contains("--enable-native-access=ALL-UNNAMED"));
    assertEquals(List.of("--players=7", "--seed=41"), lastTwo(loads.getFirst()));
    assertEquals(List.of("--players=7", "--seed=42"), lastTwo(loads.getLast()));
  }

  @Test
  void givesAllGroupsOfARoundTheSameLoad() {
    String alternating = TWO_JDKS + "execution: alternate\n";
    List<Plan.Block> blocks = plan(alternating).blocks();
    assertEquals(4, blocks.size());
    for (Plan.Block block : blocks) {
      int round = block.instances().getFirst().number();
      assertEquals(round, block.round());
      assertEquals("--seed=" + (40 + round), block.load().command().getLast());
    }
  }

  @Test
  void plansNoLoadForAWorkloadWithoutLoadGenerator() throws IOException {
    Path clock = Files.createDirectories(folder.resolve("workloads/clock"));
    Files.writeString(
        clock.resolve("workload.yaml"),
        "name: clock\njar: clock.jar\nserver: {main: a.B, options: {}}\n");
    Path file = Files.writeString(folder.resolve("test.yaml"), "workload: clock\n");
    Plan plan = planner().plan(new ExperimentReader(Workloads.in(folder)).read(file));

    assertFalse(plan.hasLoad());
    assertEquals(5, plan.blocks().size());
    assertTrue(instance(plan, "all/1").command().contains("a.B"));
    assertTrue(plan(TWO_JDKS).hasLoad());
  }

  @Test
  void allowsNativeCallsToServersThatMakeThemOnJdksThatWarn() throws IOException {
    Path epoll = Files.createDirectories(folder.resolve("workloads/epoll"));
    Files.writeString(
        epoll.resolve("workload.yaml"),
        "name: epoll\njar: e.jar\nserver: {main: a.B, options: {}, native: true}\n");
    String experiment =
        """
        workload: epoll
        groups: [{name: jdk, values: [old, new, own]}]
        properties:
        - {targets: [jdk=old], properties: {jdk: 17}}
        - {targets: [jdk=own], properties: {jvm_arguments: [--enable-native-access=my.module]}}
        """;
    Path file = Files.writeString(folder.resolve("test.yaml"), experiment);
    Plan plan = planner().plan(new ExperimentReader(Workloads.in(folder)).read(file));

    assertEquals(List.of(), nativeAccess(plan, "old/1"));
    assertEquals(List.of("--enable-native-access=ALL-UNNAMED"), nativeAccess(plan, "new/1"));
    assertEquals(List.of("--enable-native-access=my.module"), nativeAccess(plan, "own/1"));
    assertEquals(List.of(), nativeAccess(plan(TWO_JDKS), "new/1"));
  }

  private static List<String> nativeAccess(Plan plan, String id) {
    return instance(plan, id).command().stream()
        .filter(word -> word.startsWith("--enable-native-access"))
        .toList();
  }

  @Test
  void knowsWhichServersHaveNoTicksAndFillTheCpus() throws IOException {
    Path busy = Files.createDirectories(folder.resolve("workloads/busy"));
    Files.writeString(
        busy.resolve("workload.yaml"),
        """
        name: busy
        jar: busy.jar
        server: {main: a.B, options: {}, ticks: false, fills_cpus: true}
        """);
    Path file =
        Files.writeString(
            folder.resolve("test.yaml"), "workload: busy\nprimary_metric: cpu_load\n");
    Plan plan = planner().plan(new ExperimentReader(Workloads.in(folder)).read(file));

    assertFalse(plan.hasTicks());
    assertTrue(instance(plan, "all/1").keepsCpusBusy());
    assertTrue(plan(TWO_JDKS).hasTicks());
    assertFalse(plan(TWO_JDKS).blocks().getFirst().instances().getFirst().keepsCpusBusy());
    Files.writeString(file, "workload: busy\nprimary_metric: tick_drift_seconds.p99\n");
    LabException wrong =
        assertThrows(
            LabException.class, () -> new ExperimentReader(Workloads.in(folder)).read(file));
    assertTrue(wrong.getMessage().contains("the server has none"), wrong.getMessage());
  }

  @Test
  void anExperimentMaySayThatThereAreNoTicksAndThatTheCpusAreFull() {
    String quiet = TWO_JDKS + "\nticks: false\nfills_cpus: true\nprimary_metric: cpu_load\n";
    Plan plan = plan(quiet);

    assertFalse(plan.hasTicks());
    assertTrue(plan.blocks().getFirst().instances().getFirst().keepsCpusBusy());
  }

  @Test
  void noExperimentMakesTicks() throws IOException {
    Path busy = Files.createDirectories(folder.resolve("workloads/busy"));
    Files.writeString(
        busy.resolve("workload.yaml"),
        """
        name: busy
        jar: busy.jar
        server: {main: a.B, options: {}, ticks: false}
        """);
    Path file =
        Files.writeString(
            folder.resolve("test.yaml"), "workload: busy\nprimary_metric: cpu_load\nticks: true\n");
    LabException wrong =
        assertThrows(
            LabException.class, () -> new ExperimentReader(Workloads.in(folder)).read(file));
    assertTrue(wrong.getMessage().contains("the workload `busy` has no ticks"), wrong.getMessage());
  }

  @Test
  void startsTheHttpLoadFromItsDescriptor() throws IOException {
    Path http = Files.createDirectories(folder.resolve("generators/http"));
    Files.copy(
        ExperimentText.REFERENCE.resolve("generators/http/load.yaml"), http.resolve("load.yaml"));
    Path shop = Files.createDirectories(folder.resolve("workloads/shop"));
    Files.writeString(
        shop.resolve("workload.yaml"),
        "name: shop\njar: shop.jar\nserver: {main: a.B, options: {}}\nload: {generator: http}\n");
    Path file =
        Files.writeString(
            folder.resolve("test.yaml"),
            "workload: shop\nload: {model: steps, rate: '100:10s,200', path: /a}\n");
    Plan plan = planner().plan(new ExperimentReader(Workloads.in(folder)).read(file));

    Plan.Load load = plan.blocks().getFirst().load();
    assertEquals("http", load.endpoint());
    assertTrue(load.command().contains(http.resolve("target/jitterlab-http.jar").toString()));
    assertTrue(load.command().contains("dev.jitterlab.http.HttpLoad"));
    assertTrue(load.command().containsAll(List.of("--model=steps", "--rate=100:10s,200")));
    assertTrue(instance(plan, "all/1").command().contains(shop.resolve("shop.jar").toString()));
  }

  private static List<String> lastTwo(List<String> list) {
    return list.subList(list.size() - 2, list.size());
  }

  @Test
  void givesTheSameBytesForTheSameFile() {
    assertEquals(Json.write(plan(TWO_JDKS)), Json.write(plan(TWO_JDKS)));
    assertFalse(Json.write(plan(TWO_JDKS)).contains(folder.toString()));
  }

  @Test
  void comesBackFromJsonAsItWas() {
    Plan plan = plan(TWO_JDKS.replace("jdk: 17, ", ""));
    Path file = folder.resolve("plan.json");
    Json.write(file, plan);
    assertEquals(Json.write(plan), Json.write(Json.read(file, Plan.class)));
  }

  @Test
  void readsWhatAnEarlierVersionPlanned() throws IOException {
    Path file = folder.resolve("plan.json");
    Files.writeString(
        file,
        """
        {
          "experiment" : "first", "question" : "why?", "workload" : "battle", "seed" : 7,
          "execution" : {"mode" : "blocks", "why" : "2 cores"},
          "instances_per_group" : 5, "warmup_seconds" : 10.0, "duration_seconds" : 30.0,
          "ready_timeout_seconds" : 20.0, "baseline" : "a",
          "primary_metric" : "tick_drift_seconds.p99", "groups" : [ ], "blocks" : [ ],
          "load_level" : "players", "templates" : [ ]
        }
        """);
    assertEquals(
        new Plan(
            new Subject("first", "why?", "battle", List.of()),
            new Design(7, new Design.Execution("blocks", "2 cores"), 5, null),
            new Timing(10, false, 30, 20),
            new Analysis(
                "a", "tick_drift_seconds.p99", null, null, "players", OwnMetrics.NONE, List.of()),
            List.of(),
            List.of(),
            GroupSelection.WHOLE,
            List.of(),
            Safeguards.NONE),
        Json.read(file, Plan.class));
  }

  /** Other relative paths of an experiment begin at its file. */
  @Test
  void saysWhereItLookedForAJdkOfARelativePath() {
    LabException refusal =
        assertThrows(
            LabException.class, () -> plan("workload: battle\ndefaults: {jdk: ./no-jdk}\n"));
    String what = refusal.problems().getFirst().what();
    assertTrue(what.startsWith("no JDK in " + Path.of("no-jdk").toAbsolutePath() + " "), what);
  }

  @Test
  void refusesEveryJdkThatIsNotThereAtItsPlace() throws IOException {
    Path unfit = Files.createDirectories(folder.resolve("unfit"));
    LabException refusal =
        assertThrows(
            LabException.class,
            () ->
                plan(
                    """
                    workload: battle
                    groups: [{name: v, values: [a, b, c]}]
                    properties:
                    - {targets: [v=a], properties: {jdk: 21}}
                    - {targets: [v=b], properties: {jdk: 9}}
                    - {targets: [v=c], properties: {jdk: %s}}
                    """
                        .formatted(unfit)));
    List<Problem> problems = refusal.problems();
    assertEquals(
        List.of(":4:38", ":5:38", ":6:38"),
        problems.stream()
            .map(problem -> problem.where().replace(folder.resolve("test.yaml").toString(), ""))
            .toList());
    assertEquals("Run `./jitterlab jdks install 21`.", problems.get(0).remedy());
    assertTrue(problems.get(0).what().endsWith("only: 17, 25"), problems.get(0)::what);
    assertTrue(problems.get(1).remedy().contains("./jitterlab jdks"), problems.get(1)::remedy);
  }

  @Test
  void multipliesTwoHundredGroups() {
    String values =
        IntStream.range(0, 200).mapToObj(i -> "x" + i).collect(Collectors.joining(", "));
    Plan plan = plan("workload: battle\ngroups: [{name: v, values: [" + values + "]}]\n");
    assertEquals(200, plan.groups().size());
    assertEquals(5, plan.blocks().size());
    assertEquals(
        1_000,
        plan.blocks().stream()
            .flatMap(block -> block.instances().stream())
            .map(Instance::id)
            .distinct()
            .count());
  }

  @Test
  void givesAProgramItsTruthValuesInLowerCase() throws IOException {
    Path clock = Files.createDirectories(folder.resolve("workloads/clock"));
    Files.writeString(
        clock.resolve("workload.yaml"),
        "name: clock\njar: clock.jar\nserver: {main: a.B, options: {loud: {type: boolean}}}\n");
    Path file =
        Files.writeString(
            folder.resolve("test.yaml"), "workload: clock\ndefaults: {server: {loud: True}}\n");
    Plan plan = planner().plan(new ExperimentReader(Workloads.in(folder)).read(file));

    assertTrue(instance(plan, "all/1").command().contains("--loud=true"));
  }

  @Test
  void estimatesTheRunTimeFromTheBlocksAndTheirRepetitions() throws IOException {
    Plan plan = plan(TWO_JDKS + "warmup: 8s\nduration: 20s\nrepeats: 3\n");
    assertEquals(2 * (8 + 20 + 5), RunTime.estimateSeconds(plan));
    assertEquals((2 + 3) * (8 + 20 + 5), RunTime.estimateSecondsAtMost(plan));
    assertEquals(2, plan(TWO_JDKS).safeguards().repeats());
    assertFalse(plan.timing().warmupUntilSteady());
  }

  @Test
  void plansAllRoundsOfATrialThatEndsWhenItIsDecided() throws IOException {
    String both = "groups: [{name: x, values: [a, b]}]\nwarmup: 8s\nduration: 20s\n";
    Plan plan =
        shipped("workload: battle\ninstances: {at_least: 5, at_most: 9, until: decided}\n" + both);

    assertEquals(9, plan.blocks().size());
    assertEquals("blocks", plan.design().execution().mode());
    assertEquals(9 * (8 + 20 + 5), RunTime.estimateSeconds(plan));
    assertEquals(5 * (8 + 20 + 5), RunTime.estimateSecondsAtLeast(plan));
    String json = Json.write(plan);
    assertTrue(json.contains("\"sequential\" : {\n    \"at_least\" : 5"), json);
    assertNull(shipped("workload: battle\n" + both).design().sequential());
  }

  @Test
  void estimatesTheLongestRunTimeOfAWarmupUntilSteady() {
    Plan plan = plan(TWO_JDKS + "warmup: {until: steady, at_most: 40s}\nduration: 20s\n");
    assertTrue(plan.timing().warmupUntilSteady());
    assertEquals(2 * (40 + 20 + 5), RunTime.estimateSeconds(plan));
  }

  @Test
  void keepsIdleCpusAwakeUnlessToldToLetThemSleep() throws IOException {
    assertTrue(shipped("workload: battle").safeguards().cpusAwake());
    assertFalse(shipped("workload: battle\ncpu_sleep: true").safeguards().cpusAwake());
  }

  @Test
  void runsTheIdlePeriodicServerBesideEveryBlockUnlessToldNotTo() throws IOException {
    List<String> control = shipped("workload: battle").safeguards().control();
    assertEquals(OWN.java().toString(), control.getFirst());
    assertTrue(control.get(control.indexOf("-cp") + 1).endsWith("jitterlab-periodic.jar"));
    assertTrue(control.contains("--tasks=1@1000"), control::toString);

    assertEquals(List.of(), shipped("workload: battle\ncontrol: false").safeguards().control());
    assertEquals(List.of(), shipped("control: true").safeguards().control(), "nothing runs");
  }

  /** With stand-ins for the workloads that come with Jitterlab. */
  private Plan shipped(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("shipped.yaml"), yaml + "\n");
    return planner().plan(new ExperimentReader(Workloads.in(ExperimentText.REFERENCE)).read(file));
  }

  /** Real JVMs: the recording flags must be right on whatever JDKs this machine has. */
  @Test
  void everyJdkOfThisMachineAcceptsTheRecordingFlags() throws Exception {
    List<String> command = instance(plan("workload: battle"), "all/1").command();
    List<String> flags = command.subList(1, command.indexOf("-cp"));
    List<Jdk> jdks =
        JdkFinder.ofThisMachine().find().jdks().stream()
            .filter(jdk -> jdk.feature() >= 11 && jdk.hasJfr())
            .toList();
    assertFalse(jdks.isEmpty());
    for (Jdk jdk : jdks) {
      Path work = Files.createDirectories(folder.resolve(jdk.version()));
      for (var file :
          KnownCollectors.providedFiles(Attachment.SERVER, RecordingSettings.DEFAULT).entrySet()) {
        Files.write(work.resolve(file.getKey()), file.getValue());
      }
      List<String> version =
          new ArrayList<>(
              List.of(jdk.java().toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
      version.addAll(flags);
      version.add("-version");
      Process process =
          new ProcessBuilder(version)
              .directory(work.toFile())
              .redirectErrorStream(true)
              .redirectOutput(work.resolve("out").toFile())
              .start();
      assertEquals(0, process.waitFor(), () -> jdk + ": " + text(work.resolve("out")));
      assertTrue(Files.size(work.resolve("recording.jfr")) > 0, jdk::toString);
      assertTrue(Files.size(work.resolve("gc.log")) > 0, jdk::toString);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void groupsHaveTheirPriceAndTheLoadLevelIsPlanned() {
    Plan plan =
        plan(
            """
            load_level: players
            groups: [{name: players, values: [few, many]}]
            defaults: {price_per_hour: 0.306}
            """);
    assertEquals("players", plan.analysis().loadLevel());
    assertEquals(0.306, plan.groups().getLast().pricePerHour().orElseThrow(), 1e-12);
  }

  @Test
  void refusesPricesOfSomeGroupsOnly() {
    LabException refused =
        assertThrows(
            LabException.class,
            () ->
                plan(
                    """
                    groups: [{name: v, values: [a, b, c]}]
                    properties:
                    - {targets: [v=b], properties: {price_per_hour: 1}}
                    """));
    assertEquals(
        "some groups have a `price_per_hour` and others have none: a, c",
        refused.problems().getFirst().what());
  }
}
