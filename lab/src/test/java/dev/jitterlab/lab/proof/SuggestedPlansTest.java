package dev.jitterlab.lab.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.pattern.Pattern;
import dev.jitterlab.diagnosis.pattern.Patterns;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.experiment.ExperimentReader;
import dev.jitterlab.lab.experiment.ExperimentText;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.Plan.Instance;
import dev.jitterlab.lab.plan.Planner;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is suggested for runs of all kinds can be planned, and its server is the one that it was.
 */
class SuggestedPlansTest {
  private static final Jdk OWN = new Jdk(25, "25.0.1", "Maker", Path.of("/jdks/25"), true);
  private static final Jdk JDK_21 = new Jdk(21, "21.0.2", "Maker", Path.of("/jdks/21"), true);
  private static final Jdk OLD = new Jdk(17, "17.0.2", "Maker", Path.of("/jdks/17"), true);
  private static final Jdk OLDEST = new Jdk(11, "11.0.2", "Maker", Path.of("/jdks/11"), true);

  /** What no flag and no setting takes away. */
  private static final Set<Cause> FROM_CODE_OR_OUTSIDE =
      EnumSet.of(
          Cause.LOAD_LATE,
          Cause.SAFEPOINT_OPERATION,
          Cause.LOCK_WAIT,
          Cause.SLEEP,
          Cause.IO,
          Cause.PARK,
          Cause.OWN_CODE,
          Cause.STEAL,
          Cause.PROCESS_STOPPED,
          Cause.PAGE_FAULT,
          Cause.UNEXPLAINED);

  private static final String OWN_WITH_GROUPS =
      """
      workload: battle
      warmup: 1s
      duration: 2s
      groups: [{name: jdk, values: [old, new]}]
      load: {players: 7}
      seed: 40
      defaults: {machine: {cpu_limit: 0.5, memory_limit: 512m}, price_per_hour: 0.3}
      properties:
      - targets: [jdk=old]
        properties: {jdk: 17, jvm_arguments: {heap: -Xmx64m -Xmx100m, gc: -XX:+UseSerialGC}}
      - targets: [jdk=new]
        properties: {jvm_arguments: ["-Xmx64m '-Da=b c'", '-Dq="it''s"'], environment: {LANG: C, X: '1'}}
      """;

  private static final String OWN_WITHOUT_GROUPS = "workload: battle\n";

  private static final String FOREIGN =
      """
      workload:
        name: '- strange: "server" # really'
        server:
          command: >-
            ${java} ${jvm_arguments} -jar lib/a.jar --port=${port} --name=${group.name}/${instance}
            --of=${experiment} --mode=${group.values.mode} ${properties.program}
          ready: {log: 'up on \\d+: ready #1'}
          ticks: {event: com.foo.Tick, rate: 20}
        load:
          command: [./load.sh, '${target}', '${group.values.mode}', '${here}/data', '$${HOME}']
      instances: 3
      execution: together
      groups: [{name: mode, values: ['on', 'a b', '~']}]
      defaults:
        jvm_arguments: -Xmx64m -XX:MaxGCPauseMillis=20
        version: 3.10
        program: ['--lib=${properties.version}', '--of=${group.values.mode}', 'two words']
        environment: {MODE: '${group.values.mode}'}
      """;

  private static final String HTTP =
      """
      workload:
        name: shop
        server:
          command: ['${java}', '${jvm_arguments}', -jar, lib/a.jar, '--port=${port}']
        load:
          http: {path: '/a b?c=%7B', rate: 50}
      instances: {at_least: 3, at_most: 4, until: decided}
      groups: [{name: place, values: [here, there]}]
      defaults: {jdk: 11}
      """;

  @TempDir private Path folder;

  @BeforeEach
  void files() throws IOException {
    Files.createDirectories(folder.resolve("lib"));
    Files.writeString(folder.resolve("lib/a.jar"), "");
    Path load = Files.writeString(folder.resolve("load.sh"), "#!/bin/sh\n");
    assertTrue(load.toFile().setExecutable(true));
  }

  private static Plan plan(Path file) {
    return plan(ExperimentText.REFERENCE, file);
  }

  private static Plan plan(Path home, Path file) {
    return new Planner(() -> new JdkCatalog(List.of(OLDEST, OLD, JDK_21, OWN)), OWN, 2)
        .plan(new ExperimentReader(Workloads.in(home)).read(file));
  }

  /** A run's directory, as far as a suggestion reads it. */
  private RunDirectory run(String yaml) throws IOException {
    return run(ExperimentText.REFERENCE, yaml);
  }

  private RunDirectory run(Path home, String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("first.yaml"), yaml);
    RunDirectory run = new RunDirectory(folder.resolve("runs: 'of' today"));
    Files.createDirectories(run.root());
    Files.copy(file, run.experiment(), StandardCopyOption.REPLACE_EXISTING);
    Json.write(run.plan(), plan(home, file));
    return run;
  }

  private static Causes causes(String group, Cause cause, String kind) throws IOException {
    return causes(group, cause, kind, "");
  }

  private static Causes causes(String group, Cause cause, String kind, String finding)
      throws IOException {
    return Json.parse(
        """
        {"events": [{"id": "a", "instance": "%s/1", "kind": "%s", "task": "t", "at": 1,
                     "lateness_seconds": 1, "typical_seconds": 0, "parts": [], "not_recorded": []}],
         "not_recorded": [], "findings": [%s], "sources": [],
         "groups": [{"name": "%s", "late_events": 9, "lateness_seconds": 10,
                     "seconds_by_cause": {"%s": 6}, "bounds": {}, "not_recorded": [], "events_left_out": 0}]}
        """
            .formatted(group, kind, finding, group, cause.id()),
        Causes.class);
  }

  private static Suggestion suggest(RunDirectory run, String group, Cause cause, String kind)
      throws IOException {
    return Suggestion.of(
        run, causes(group, cause, kind), Optional.empty(), Optional.of(cause.id()));
  }

  private Plan planned(Suggestion suggestion) throws IOException {
    Path place = suggestion.place().folder().orElse(folder);
    return plan(Files.writeString(place.resolve(suggestion.name() + ".yaml"), suggestion.text()));
  }

  private static Instance first(Plan plan, String group) {
    return plan.blocks().stream()
        .flatMap(block -> block.instances().stream())
        .filter(instance -> instance.id().equals(group + "/1"))
        .findFirst()
        .orElseThrow();
  }

  /** What is suggested for each cause of a group; the others have a reason. */
  private Set<Cause> walk(String yaml, String group, String kind) throws IOException {
    RunDirectory run = run(yaml);
    Plan was = Json.read(run.plan(), Plan.class);
    Set<Cause> suggested = new TreeSet<>();
    for (Cause cause : Cause.values()) {
      Suggestion suggestion;
      try {
        suggestion = suggest(run, group, cause, kind);
      } catch (LabException e) {
        String what = e.problems().getFirst().what();
        assertTrue(
            what.contains("no experiment of the lab can test " + cause.id())
                || cause == Cause.UNEXPLAINED,
            what);
        continue;
      }
      Plan is = planned(suggestion);
      assertEquals(3, is.groups().size(), cause.id());
      Instance asItWas = first(is, "as-it-was");
      assertEquals(first(was, group).command(), asItWas.command(), cause.id());
      assertEquals(was.timing(), is.timing());
      String change = is.groups().get(1).name();
      assertNotEquals(
          List.of(asItWas.command(), is.group("as-it-was").machine()),
          List.of(first(is, change).command(), is.group(change).machine()),
          cause.id());
      suggested.add(cause);
    }
    return suggested;
  }

  private static Set<Cause> allBut(Cause... more) {
    Set<Cause> all = EnumSet.complementOf(EnumSet.copyOf(FROM_CODE_OR_OUTSIDE));
    all.removeAll(Arrays.asList(more));
    return new TreeSet<>(all);
  }

  /** A remedy outside the experiment is one sentence; all other patterns have a change. */
  @Test
  void everyPatternHasAPlannableExperimentOrComesFromCodeOrOutside() throws IOException {
    RunDirectory run = run(OWN_WITH_GROUPS);
    for (Pattern pattern : Patterns.all()) {
      if (FROM_CODE_OR_OUTSIDE.contains(pattern.cause()) || pattern.cause() == Cause.PREDECESSOR) {
        LabException none =
            assertThrows(LabException.class, () -> suggest(run, "old", pattern.cause(), "tick"));
        assertTrue(none.problems().getFirst().what().contains(": "), pattern.name());
      } else {
        Plan plan = planned(suggest(run, "old", pattern.cause(), "tick"));
        assertEquals("as-it-was", plan.analysis().baseline(), pattern.name());
        assertEquals("ticks_late_ratio.1.1", plan.analysis().primaryMetric(), pattern.name());
      }
    }
  }

  @Test
  void theServerOfAGroupIsTheSameAgain() throws IOException {
    assertEquals(allBut(Cause.PREDECESSOR), walk(OWN_WITH_GROUPS, "old", "tick"));
    assertEquals(allBut(Cause.PREDECESSOR, Cause.PINNED), walk(OWN_WITH_GROUPS, "new", "tick"));
  }

  @Test
  void aRunWithoutGroupsAndFlagsHasSuggestionsToo() throws IOException {
    assertEquals(
        allBut(Cause.PREDECESSOR, Cause.PINNED, Cause.THROTTLING, Cause.BUSY_SERVER),
        walk(OWN_WITHOUT_GROUPS, "all", "tick"));
  }

  /** The new file is written to where the user is, and not beside the first one. */
  @Test
  void aScenarioFileNeedNotBeBesideTheNewExperiment() throws IOException {
    Files.createDirectories(folder.resolve("visits"));
    Files.writeString(
        folder.resolve("visits/users.yaml"),
        "think: 2s\njourneys: [{name: look, steps: [{get: '/a?b=${user}'}]}]\n");
    Path home = folder.resolve("home");
    Files.createDirectories(home.resolve("workloads/pages"));
    Files.createDirectories(home.resolve("generators/http"));
    Files.copy(
        ExperimentText.REFERENCE.resolve("generators/http/load.yaml"),
        home.resolve("generators/http/load.yaml"));
    Files.writeString(
        home.resolve("workloads/pages/workload.yaml"),
        """
        name: pages
        jar: target/pages.jar
        server:
          main: pages.Server
          ticks: false
          options: {size: {type: integer, min: 1, max: 9, default: 1, help: how long pages are}}
        load: {generator: http, endpoint: http}
        """);
    RunDirectory run =
        run(home, "workload: pages\nload: {rate: '50', scenario: visits/users.yaml}\n");
    Suggestion suggestion = suggest(run, "all", Cause.GC_PAUSE, "request");
    Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
    Plan is = plan(home, Files.writeString(elsewhere.resolve("new.yaml"), suggestion.text()));

    assertEquals(scenario(Json.read(run.plan(), Plan.class)), scenario(is));
    assertTrue(scenario(is).contains("/a?b=${user}"), scenario(is));
  }

  private static String scenario(Plan plan) {
    return plan.blocks().getFirst().load().command().stream()
        .filter(word -> word.startsWith("--scenario="))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aServerOfYourOwnKeepsItsFilesItsNamesAndItsNumbers() throws IOException {
    RunDirectory run = run(FOREIGN);
    Plan plan = Json.read(run.plan(), Plan.class);
    assertEquals(3, plan.groups().size());
    for (Plan.Group one : plan.groups()) {
      String group = one.name();
      assertEquals(
          allBut(Cause.PREDECESSOR, Cause.PINNED, Cause.THROTTLING, Cause.BUSY_SERVER),
          walk(FOREIGN, group, "tick"),
          group);
      Instance was = first(plan, group);
      Instance is = first(planned(suggest(run, group, Cause.GC_PAUSE, "tick")), "as-it-was");
      assertEquals(was.foreign().load(), is.foreign().load(), group);
      assertEquals(was.foreign().ready(), is.foreign().ready(), group);
      assertTrue(is.command().contains("--lib=3.10"), is.command()::toString);
    }
  }

  @Test
  void withoutTicksResponseTimesDecide() throws IOException {
    assertEquals(
        allBut(Cause.PREDECESSOR, Cause.THROTTLING, Cause.BUSY_SERVER),
        walk(HTTP, "here", "request"));
    RunDirectory run = run(HTTP.replace("defaults:", "primary_metric: cpu_load\ndefaults:"));
    Plan plan = planned(suggest(run, "here", Cause.GC_STALL, "request"));
    assertEquals("response_seconds.p99", plan.analysis().primaryMetric());
    assertEquals(4, plan.design().instancesPerGroup());
    assertTrue(plan.design().endsWhenDecided());
    String late = problem(run, "here", Cause.GC_PAUSE, "tick");
    assertTrue(late.contains("workload.server.ticks"), late);
  }

  /** As a run of an older version may have had: the reader refuses both together. */
  @Test
  void aTrialByAMaximumHasAFixedNumberOfInstances() throws IOException {
    String max = HTTP.replace("defaults:", "primary_metric: response_seconds.max\ndefaults:");
    RunDirectory run = run(max.replace("{at_least: 3, at_most: 4, until: decided}", "8"));
    Files.writeString(run.experiment(), max);
    Plan plan = planned(suggest(run, "here", Cause.GC_STALL, "request"));

    assertEquals("response_seconds.max", plan.analysis().primaryMetric());
    assertFalse(plan.design().endsWhenDecided());
    assertEquals(8, plan.design().instancesPerGroup());
  }

  private static String problem(RunDirectory run, String group, Cause cause, String kind) {
    LabException e = assertThrows(LabException.class, () -> suggest(run, group, cause, kind));
    return e.problems().getFirst().what() + " " + e.problems().getFirst().remedy();
  }

  @Test
  void aCommandThatTakesNoFlagsAndNoJdkHasAReason() throws IOException {
    RunDirectory run =
        run(
            """
            workload:
              name: script
              server: {command: [./load.sh, '${port}']}
              load: {http: {rate: 50}}
            """);
    String flags = problem(run, "all", Cause.GC_PAUSE, "request");
    assertTrue(flags.contains("has no ${jvm_arguments}"), flags);
    String jdk = problem(run, "all", Cause.PINNED, "request");
    assertTrue(jdk.contains("has no ${java}"), jdk);
    Plan first = planned(suggest(run, "all", Cause.RUN_QUEUE, "request"));
    assertEquals(
        List.of("nice", "-n", "-15", folder.resolve("load.sh").toString(), "${port}"),
        first(first, "goes-first").command());
  }

  /** Of the same group, the same servers run at once: more would wait for one another. */
  @Test
  void asManyServersRunAtOnceAsDidInTheFirstRun() throws IOException {
    assertEquals("alternate", mode(OWN_WITHOUT_GROUPS, "all"));
    assertEquals("blocks", mode(OWN_WITH_GROUPS, "old"));
    assertEquals("alternate", mode(OWN_WITH_GROUPS + "execution: alternate\n", "old"));
    assertEquals("blocks", mode(OWN_WITH_GROUPS + "execution: together\n", "old"));
  }

  private String mode(String yaml, String group) throws IOException {
    return mode(yaml, group, Cause.RUN_QUEUE, "tick");
  }

  private String mode(String yaml, String group, Cause cause, String kind) throws IOException {
    return planned(suggest(run(yaml), group, cause, kind)).design().execution().mode();
  }

  /** A quarter, a quarter and half of the memory are all of it. */
  @Test
  void heapsThatWouldFillTheMemoryTogetherRunOneAtATime() throws IOException {
    assertEquals("blocks", mode(HTTP, "here", Cause.RUN_QUEUE, "request"));
    assertEquals("alternate", mode(HTTP, "here", Cause.GC_STALL, "request"));
    String small = HTTP.replace("{jdk: 11}", "{jdk: 11, jvm_arguments: '-XX:MaxRAMPercentage=24'}");
    assertEquals("blocks", mode(small, "here", Cause.GC_STALL, "request"));
    assertEquals("blocks", mode(OWN_WITH_GROUPS, "old", Cause.GC_STALL, "tick"), "it has a limit");
    String large = HTTP.replace("{jdk: 11}", "{jdk: 17, jvm_arguments: '-XX:MaxRAMPercentage=40'}");
    assertEquals("blocks", mode(large, "here", Cause.GC_PAUSE, "request"), "as large as before");
  }

  /** Without them nothing would be late. */
  @Test
  void whatWasInjectedIsInjectedAgain() throws IOException {
    RunDirectory run = run(OWN_WITHOUT_GROUPS + "defaults: {faults: {kinds: [stop], every: 3s}}\n");
    Plan plan = planned(suggest(run, "all", Cause.RUN_QUEUE, "tick"));
    for (Plan.Group group : plan.groups()) {
      assertEquals(3.0, group.faults().orElseThrow().everySeconds(), group.name());
    }
  }

  /** A JVM without -Xmx takes a quarter of the memory; of several -Xmx the last counts. */
  @Test
  void theHeapIsDoubledAsItIsSet() throws IOException {
    assertEquals(List.of("-XX:MaxRAMPercentage=50"), heap("{}"));
    assertEquals(
        List.of("-XX:+UseSerialGC", "-Xmx200m"),
        heap("{jvm_arguments: -Xmx64m -Xmx100m -XX:+UseSerialGC}"));
    assertEquals(List.of("-Xmx2147483648"), heap("{jvm_arguments: '-Xmx1073741824'}"));
    assertEquals(
        List.of("-XX:MaxRAMPercentage=80"), heap("{jvm_arguments: '-XX:MaxRAMPercentage=40.0'}"));
    for (int percent : new int[] {50, 60}) { // twice as much is all of the memory, or more
      RunDirectory large =
          run(
              OWN_WITHOUT_GROUPS
                  + "defaults: {jvm_arguments: '-XX:MaxRAMPercentage=%d'}\n".formatted(percent));
      String none = problem(large, "all", Cause.GC_STALL, "tick");
      assertTrue(none.contains("half of the memory or more"), none);
    }
    RunDirectory limited =
        run(
            OWN_WITHOUT_GROUPS
                + "defaults: {machine: {memory_limit: 300m, cpus: 0}, jvm_arguments: -Xmx200m}\n");
    Plan plan = planned(suggest(limited, "all", Cause.GC_STALL, "tick"));
    assertEquals(
        Map.of("memory_limit", "600m", "cpus", "0"),
        texts(plan.group("twice-the-heap").properties().get("machine")));
  }

  private List<String> heap(String defaults) throws IOException {
    RunDirectory run = run(OWN_WITHOUT_GROUPS + "defaults: " + defaults + "\n");
    return planned(suggest(run, "all", Cause.GC_STALL, "tick"))
        .group("twice-the-heap")
        .jvmArguments();
  }

  @Test
  void pausesThatTheCodeAsksForAreNoReasonForAnotherCollector() throws IOException {
    RunDirectory run = run(OWN_WITHOUT_GROUPS);
    Causes causes =
        causes(
            "all",
            Cause.GC_PAUSE,
            "tick",
            """
            {"pattern": "long_collections", "instance": "all/1", "standing": "possible",
             "text": "the code calls System.gc", "remedy": "", "evidence": []}
            """);
    Suggestion suggestion =
        Suggestion.of(run, causes, Optional.empty(), Optional.of(Cause.GC_PAUSE.id()));

    assertEquals(
        List.of("-XX:+DisableExplicitGC"),
        planned(suggestion).group("without-system-gc").jvmArguments());
  }

  /** Up to JDK 20 it has no generations, and from 24 on nothing else. */
  @Test
  void zgcHasGenerationsWhereTheJdkKnowsThem() throws IOException {
    assertEquals(List.of("-XX:+UseZGC"), zgc(17));
    assertEquals(List.of("-XX:+UseZGC", "-XX:+ZGenerational"), zgc(21));
    assertEquals(List.of("-XX:+UseZGC"), zgc(25));
  }

  private List<String> zgc(int jdk) throws IOException {
    RunDirectory run = run(OWN_WITHOUT_GROUPS + "defaults: {jdk: " + jdk + "}\n");
    return planned(suggest(run, "all", Cause.GC_PAUSE, "tick")).group("zgc").jvmArguments();
  }

  @Test
  void theCpuLimitIsDoubled() throws IOException {
    Suggestion suggestion = suggest(run(OWN_WITH_GROUPS), "old", Cause.THROTTLING, "tick");
    Map<String, String> machine =
        texts(planned(suggestion).group("twice-the-limit").properties().get("machine"));

    assertEquals(1, Double.parseDouble(machine.get("cpu_limit")), 0);
    assertEquals("512m", machine.get("memory_limit"));
  }

  @Test
  void theThreadsForTicksAreDoubled() throws IOException {
    Path home = folder.resolve("home");
    Files.createDirectories(home.resolve("workloads/clock"));
    Files.writeString(
        home.resolve("workloads/clock/workload.yaml"),
        """
        name: clock
        jar: clock.jar
        server: {main: a.B, options: {threads: {type: integer}}}
        load: {main: a.C, endpoint: udp, options: {rate: {type: integer}}}
        """);
    RunDirectory run = run(home, "workload: clock\ndefaults: {server: {threads: 3}}\n");
    Suggestion suggestion = suggest(run, "all", Cause.PREDECESSOR, "tick");
    Plan plan = plan(home, Files.writeString(folder.resolve("new.yaml"), suggestion.text()));

    assertEquals(Map.of("threads", "3"), texts(plan.group("as-it-was").properties().get("server")));
    assertEquals(
        Map.of("threads", "6"), texts(plan.group("twice-the-threads").properties().get("server")));
  }

  private static Map<String, String> texts(Object mapping) {
    return ((Map<?, ?>) mapping)
        .entrySet().stream()
            .collect(
                Collectors.toMap(one -> one.getKey().toString(), one -> one.getValue().toString()));
  }

  @Test
  void aChangeThatTheServerHasAlreadyIsNone() throws IOException {
    RunDirectory run =
        run(
            OWN_WITHOUT_GROUPS
                + "defaults: {jvm_arguments: '-XX:TieredStopAtLevel=1', machine: {nice: -20}}\n");
    String c1 = problem(run, "all", Cause.COMPILER_THREADS, "tick");
    assertTrue(c1.contains("it already runs with C1 alone"), c1);
    String nice = problem(run, "all", Cause.RUN_QUEUE, "tick");
    assertTrue(nice.contains("already goes before"), nice);
  }

  /** With two collectors a JVM does not start; with two heaps, the change may have no effect. */
  @Test
  void aFlagOfTheCommandIsToMoveBeforeItChanges() throws IOException {
    String own = HTTP.replace("jdk: 11", "jdk: 17");
    String move = " itself. Move it to jvm_arguments, run again, and ask again.";
    String flags = own.replace("-jar,", "-XX:+UseG1GC, -Xmx64m, -XX:TieredStopAtLevel=4, -jar,");
    RunDirectory run = run(flags);
    String collector = problem(run, "here", Cause.GC_PAUSE, "request");
    assertTrue(collector.contains("its command line sets -XX:+UseG1GC" + move), collector);
    String heap = problem(run, "here", Cause.GC_STALL, "request");
    assertTrue(heap.contains("its command line sets -Xmx64m" + move), heap);
    String c1 = problem(run, "here", Cause.COMPILER_THREADS, "request");
    assertTrue(c1.contains("sets -XX:TieredStopAtLevel=4" + move), c1);
    planned(suggest(run, "here", Cause.FIRST_COMPILATION, "request"));

    String limited = "jdk: 17, machine: {memory_limit: 300m}";
    String limit =
        problem(run(flags.replace("jdk: 17", limited)), "here", Cause.GC_STALL, "request");
    assertTrue(limit.contains("sets -Xmx64m" + move), limit);
    String script =
        problem(
            run(
                """
                workload: {name: script, server: {command: [./load.sh, '${port}']}, load: {http: {rate: 50}}}
                defaults: {environment: {JAVA_OPTS: '${jvm_arguments} -Xmx64m'}}
                """),
            "all",
            Cause.GC_STALL,
            "request");
    assertTrue(script.contains("sets -Xmx64m" + move), script);
  }

  /** The plan has filled it, so it does not stand in the command as in the file. */
  @Test
  void aFlagWithAPlaceholderIsNoneOfTheCommand() throws IOException {
    String flag = "jdk: 17, level: 4, jvm_arguments: '-XX:TieredStopAtLevel=${properties.level}'";
    Suggestion suggestion =
        suggest(run(HTTP.replace("jdk: 11", flag)), "here", Cause.COMPILER_THREADS, "request");
    assertEquals(
        List.of("-XX:TieredStopAtLevel=1"), planned(suggestion).group("without-c2").jvmArguments());
  }

  /** As the runs of older versions may have them. */
  @Test
  void keysWithoutAnEffectAreLeftOut() throws IOException {
    RunDirectory run = run(FOREIGN);
    Files.writeString(run.experiment(), FOREIGN + "repeats: 3\nload: {rate: 5}\n");
    String group = Json.read(run.plan(), Plan.class).groups().getFirst().name();
    Plan plan = planned(suggest(run, group, Cause.RUN_QUEUE, "tick"));
    assertFalse(plan.hasLoad(), "a load process of the lab's own");
    assertEquals(3, plan.safeguards().repeats());
  }

  @Test
  void cpusThatMaySleepMaySleepAgain() throws IOException {
    RunDirectory run = run(OWN_WITHOUT_GROUPS + "cpu_sleep: true\n");
    Plan plan = planned(suggest(run, "all", Cause.RUN_QUEUE, "tick"));
    assertFalse(plan.safeguards().cpusAwake());
  }

  /** The name is part of a folder's, and the file can be written again. */
  @Test
  void theTextIsTheSameEachTimeAndALongNameIsCut() throws IOException {
    RunDirectory run = run("experiment: " + "x".repeat(118) + "\n" + OWN_WITHOUT_GROUPS);
    Suggestion one = suggest(run, "all", Cause.DEOPTIMISED_CODE, "tick");
    assertEquals(one, suggest(run, "all", Cause.DEOPTIMISED_CODE, "tick"));
    assertTrue(one.name().length() < 120, one.name());
    assertTrue(one.name().endsWith("-deoptimised-code"), one.name());
    assertFalse(one.text().contains("&id"), one.text());
    planned(one);
  }
}
