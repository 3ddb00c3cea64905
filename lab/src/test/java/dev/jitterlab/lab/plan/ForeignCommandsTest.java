package dev.jitterlab.lab.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.experiment.Arguments;
import dev.jitterlab.lab.experiment.ExperimentReader;
import dev.jitterlab.lab.experiment.ExperimentText;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import dev.jitterlab.lab.placeholder.StartPlaceholders;
import dev.jitterlab.lab.plan.Plan.Instance;
import dev.jitterlab.lab.workload.ForeignServer.Sign;
import dev.jitterlab.lab.workload.ForeignServer.TickSource;
import dev.jitterlab.lab.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForeignCommandsTest {
  private static final Jdk OWN = new Jdk(25, "25.0.1", "Maker", Path.of("/jdks/25"), true);
  private static final Jdk OLD = new Jdk(17, "17.0.2", "Maker", Path.of("/jdks/17"), true);
  private static final String MANY =
      """
      workload:
        name: strange
        server:
          command: ['${java}', '${jvm_arguments}', -jar, lib/a.jar, '--port=${port}']
      """;

  @TempDir private Path folder;

  private Plan plan(Path home, String yaml) throws IOException {
    Files.createDirectories(folder.resolve("lib"));
    Files.writeString(folder.resolve("lib/a.jar"), "");
    Path file = Files.writeString(folder.resolve("test.yaml"), yaml);
    return new Planner(() -> new JdkCatalog(List.of(OLD, OWN)), OWN, 2)
        .plan(new ExperimentReader(Workloads.in(home)).read(file));
  }

  private Plan plan(String yaml) throws IOException {
    return plan(ExperimentText.HOME, yaml);
  }

  private static Instance first(Plan plan, String group) {
    return plan.blocks().stream()
        .flatMap(block -> block.instances().stream())
        .filter(instance -> instance.id().equals(group + "/1"))
        .findFirst()
        .orElseThrow();
  }

  private List<String> problems(String yaml) {
    LabException e = assertThrows(LabException.class, () -> plan(yaml));
    return e.problems().stream()
        .map(p -> p.where().replaceFirst(".*test.yaml:", "") + " " + p.what().replace('\n', ' '))
        .toList();
  }

  private String jar() {
    return folder.toAbsolutePath().resolve("lib/a.jar").toString();
  }

  @Test
  void givesEveryGroupItsJvmItsFlagsAndItsArguments() throws IOException {
    Plan plan =
        plan(
            """
            workload:
              name: strange
              server:
                command: ['${java}', '${jvm_arguments}', -jar, lib/a.jar, '${properties.arguments}',
                          'n=${instance} ${group.values.size} ${properties.deep.x}']
            groups: [{name: size, values: [small, large]}]
            defaults: {jdk: 17, arguments: "--a 'b c'", deep: {x: 7}}
            properties:
            - targets: [size=large]
              properties: {jvm_arguments: -Xmx64m -Xms64m, jdk: 25, arguments: [--x, '${port.x}']}
            """);
    List<String> small = first(plan, "small").command();
    List<String> large = first(plan, "large").command();

    assertEquals("strange", plan.subject().workload());
    assertEquals("/jdks/17/bin/java", small.getFirst());
    assertEquals(
        List.of("-jar", jar(), "--a", "b c", "n=1 small 7"),
        small.subList(small.indexOf("-jar"), small.size()));
    assertEquals(List.of("/jdks/25/bin/java", "-Xmx64m", "-Xms64m"), large.subList(0, 3));
    assertTrue(large.stream().anyMatch(word -> word.contains("filename=recording.jfr")));
    assertTrue(large.stream().anyMatch(word -> word.contains("file=gc.log")));
    assertTrue(large.stream().anyMatch(word -> word.contains("file=jit.log")));
    assertEquals(
        List.of("--x", "${port.x}", "n=1 large 7"), large.subList(large.size() - 3, large.size()));
  }

  @Test
  void beginsWithWhatItsGroupAsksOfTheMachine() throws IOException {
    Plan plan = plan(MANY + "defaults: {machine: {nice: 5, cpus: 0}, environment: {LANG: C}}\n");
    assertEquals(
        List.of("nice", "-n", "5", "taskset", "--cpu-list", "0", "/usr/bin/env", "LANG=C"),
        first(plan, "all").command().subList(0, 8));
  }

  @Test
  void recordsWhatTheGroupDoesNotSwitchOff() throws IOException {
    Plan plan = plan(MANY + "defaults: {recording: {jfr: false, jit_log: false}}\n");
    String words = String.join(" ", first(plan, "all").command());
    assertFalse(words.contains("recording.jfr"), words);
    assertFalse(words.contains("jit.log"), words);
    assertTrue(words.contains("gc.log"), words);
  }

  @Test
  void ticksThatAreEventsNeedTheFlightRecording() {
    assertEquals(
        List.of(
            "4:14 the ticks of the group `all` are events of the flight recording, which its"
                + " `recording` turns off"),
        problems(
            MANY
                + """
                    ticks: {event: a.Tick, rate: 20}
                defaults: {recording: {jfr: false}}
                """));
  }

  /** The recorder's fast clock has another rate, and the drift of ticks would add that up. */
  @Test
  void ticksThatAreEventsHaveTheTimesOfTheSystemsClock() throws IOException {
    String event = "    ticks: {event: a.Tick, rate: 20}\n";
    List<String> command = first(plan(MANY + event), "all").command();

    int unlocked = command.indexOf("-XX:+UnlockExperimentalVMOptions");
    assertTrue(unlocked > 0, command::toString);
    assertEquals("-XX:-UseFastUnorderedTimeStamps", command.get(unlocked + 1));
    List<String> without = first(plan(MANY), "all").command();
    assertFalse(without.contains("-XX:-UseFastUnorderedTimeStamps"), without::toString);
  }

  @Test
  void leavesPortsAndFoldersToTheStartSoThatThePlanIsTheSame() throws IOException {
    Plan plan = plan(MANY.replace("--port=${port}", "--port=${port} $${x} ${directory}"));
    Instance instance = first(plan, "all");

    assertEquals("--port=${port} $${x} ${directory}", instance.command().getLast());
    assertEquals(
        Json.write(plan), Json.write(plan(MANY.replace("${port}", "${port} $${x} ${directory}"))));
    assertEquals(
        "--port=7 ${x} 7",
        StartPlaceholders.fill(instance.command().getLast(), _ -> Optional.of("7")));
    Path file = folder.resolve("plan.json");
    Json.write(file, plan);
    assertEquals(plan, Json.read(file, Plan.class), "as a resumed run reads it");
  }

  @Test
  void givesTheLoadsOfAllGroupsTheJdkOfTheLab() throws IOException {
    Plan plan =
        plan(
            MANY
                + """
                  load: {command: ['${java}', Load.java, '${java_home}']}
                groups:
                  - name: jdk
                    values: [17, 25]
                properties:
                  - targets: ['jdk=17']
                    properties: {jdk: 17}
                  - targets: ['jdk=25']
                    properties: {jdk: 25}
                """);
    for (String group : List.of("17", "25")) {
      Foreign foreign = first(plan, group).foreign();
      assertEquals("/jdks/" + group + "/bin/java", foreign.java());
      assertEquals(List.of("/jdks/25/bin/java", "Load.java", "/jdks/25"), foreign.load());
    }
  }

  @Test
  void knowsHowTheServerIsWaitedForScrapedAndLoaded() throws IOException {
    Plan plan =
        plan(
            MANY
                + """
                    ready: {http: 'http://127.0.0.1:${port}/${group.name}'}
                    metrics: http://127.0.0.1:${port.m}/metrics
                    ticks: {event: a.Tick, rate: 20}
                  load: {command: [sh, -c, 'load ${target} ${seconds} ${seed} ${port.m}']}
                seed: 40
                instances: 2
                execution: blocks
                warmup: 1s
                duration: 2500ms
                """);
    Foreign foreign = first(plan, "all").foreign();

    assertEquals("/jdks/25/bin/java", foreign.java());
    assertEquals(Sign.HTTP, foreign.sign());
    assertEquals("http://127.0.0.1:${port}/all", foreign.ready());
    assertEquals("127.0.0.1:${port}", foreign.target());
    assertEquals(List.of("http://127.0.0.1:${port.m}/metrics"), foreign.metrics());
    assertEquals(new Foreign.Ticks(TickSource.EVENT, "a.Tick", 20), foreign.ticks());
    assertEquals(List.of("sh", "-c", "load ${target} 4 41 ${port.m}"), foreign.load());
    assertEquals(
        "load ${target} 4 42 ${port.m}",
        plan.blocks().get(1).instances().getFirst().foreign().load().getLast());
    assertEquals("test.yaml:4", foreign.origins().get("server.command"));
    assertTrue(plan.hasExternalLoad() && plan.hasTicks());
    assertFalse(plan.hasLoad());
  }

  @Test
  void pointsItsOwnLoadOverHttpAtEveryServer() throws IOException {
    Plan plan =
        plan(
            ExperimentText.REFERENCE,
            MANY
                + """
                  load: {http: {path: /x, rate: '50'}}
                seed: 40
                """);
    Plan.Load load = plan.blocks().getFirst().load();

    assertEquals("target", load.endpoint());
    assertTrue(load.command().containsAll(List.of("--path=/x", "--rate=50", "--seed=41")));
    assertEquals("response_seconds.p99", plan.analysis().primaryMetric());
    assertFalse(plan.hasExternalLoad());
  }

  /** What C2 compiles would delay the first seconds, and it never saves as much. */
  @Test
  void aLoadOfFewRequestsHasNoOptimisingCompiler() throws IOException {
    assertTrue(isQuick("{http: {rate: '100'}}"));
    assertFalse(isQuick("{http: {rate: '101'}}"));
    assertTrue(isQuick("{http: {model: steps, rate: '50:10s,100:10s,80'}}"));
    assertFalse(isQuick("{http: {model: ramp, rate: '200..50:30s'}}"));
    assertFalse(isQuick("{http: {model: closed, connections: 1}}"), "nobody knows how many");
    String five = "\nexecution: together\ninstances: 5";
    assertTrue(isQuick("{http: {rate: '20'}}" + five));
    assertFalse(isQuick("{http: {rate: '21'}}" + five), "for all servers together");
  }

  private boolean isQuick(String load) throws IOException {
    Plan plan = plan(ExperimentText.REFERENCE, MANY + "  load: " + load + "\n");
    List<String> command = plan.blocks().getFirst().load().command();
    return command.indexOf("-XX:TieredStopAtLevel=1") == 2;
  }

  @Test
  void measuresAgainTwiceUnlessItIsAskedToDoOtherwise() throws IOException {
    String http = MANY + "  load: {http: {rate: '50'}}\n";
    String repeats = http + "repeats: 3\n";
    assertEquals(2, plan(ExperimentText.REFERENCE, http).safeguards().repeats());
    assertEquals(3, plan(ExperimentText.REFERENCE, repeats).safeguards().repeats());
    assertEquals(2, plan(MANY).safeguards().repeats());
    assertEquals(0, plan(MANY + "repeats: 0\n").safeguards().repeats());
  }

  @Test
  void attachesTheAgent() throws IOException {
    Path jar = folder.resolve("home/agent/target/jitterlab-agent.jar");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "");
    Plan plan =
        plan(folder.resolve("home"), MANY + "    ticks: {method: 'com.foo.Game#tick', rate: 20}\n");
    Instance instance = first(plan, "all");

    assertTrue(
        instance
            .command()
            .contains(
                "-javaagent:"
                    + jar.toAbsolutePath()
                    + "=metrics-port=${port.agent},tick-log=ticks.hlog"
                    + ",tick-method=com.foo.Game#tick,tick-rate=20"),
        instance.command().toString());
    assertEquals(List.of("http://127.0.0.1:${port.agent}/metrics"), instance.foreign().metrics());
    assertSeries(SteadySeries.EXECUTION, SteadySeries.EXECUTION, plan);
  }

  @Test
  void recordsSlowRequestsByTheAgent() throws IOException {
    Path jar = folder.resolve("home/agent/target/jitterlab-agent.jar");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "");
    String given = "    requests: {method: 'a.Shop#pay+a.Till#open', slow: 2.5ms}\n";
    String agent = "-javaagent:" + jar.toAbsolutePath() + "=metrics-port=${port.agent},requests=";

    assertTrue(
        first(plan(folder.resolve("home"), MANY + given), "all")
            .command()
            .contains(agent + "2.5ms,request-method=a.Shop#pay+a.Till#open"));
    assertTrue(
        first(plan(folder.resolve("home"), MANY + "    requests: {}\n"), "all")
            .command()
            .contains(agent + "10ms"));
  }

  @Test
  void injectsFaultsByAnAgentOfItsOwn() throws IOException {
    Path jar = folder.resolve("home/faults/target/jitterlab-faults.jar");
    Files.createDirectories(jar.getParent());
    String faults = "defaults: {faults: {method: 'a.B#c', kinds: [lock, stop], every: 2s}}\n";
    assertTrue(
        assertThrows(LabException.class, () -> plan(folder.resolve("home"), MANY + faults))
            .getMessage()
            .contains("`faults` of the group `all` needs an agent that is not there: " + jar));
    Files.writeString(jar, "");

    Plan plan = plan(folder.resolve("home"), MANY + faults);
    Instance second = plan.blocks().getFirst().instances().getFirst();
    assertTrue(
        second
            .command()
            .contains("-javaagent:" + jar + "=../../../faults/" + second.id() + ",method=a.B#c"),
        second.command().toString());
    assertEquals(2, plan.group("all").faults().orElseThrow().everySeconds());
    String outside = "defaults: {faults: {kinds: [stop]}}\n";
    assertFalse(
        first(plan(folder.resolve("home"), MANY + outside), "all")
            .command()
            .toString()
            .contains("jitterlab-faults"));
  }

  @Test
  void throttlesOnlyAGroupWithALimit() throws IOException {
    String faults = "defaults: {faults: {kinds: [throttling]}%s}\n";
    List<String> problems = problems(MANY + faults.formatted(""));
    assertEquals(1, problems.size(), problems::toString);
    assertTrue(problems.getFirst().contains("lowers its CPU limit, and it has none"));
    Plan limited =
        plan(folder.resolve("home"), MANY + faults.formatted(", machine: {cpu_limit: 4}"));
    assertEquals(1, limited.group("all").faults().orElseThrow().kinds().size());
  }

  /** A lock that no method takes delays nothing, and would be scored as if it did. */
  @Test
  void refusesFaultsInAMethodThatIsNotNamed() throws IOException {
    Path home = folder.resolve("home");
    Path jar = home.resolve("faults/target/jitterlab-faults.jar");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "");
    String faults = MANY + "defaults: {faults: {kinds: [system-gc, %s]}}\n";
    for (String kind : List.of("lock", "pinned")) {
      LabException e = assertThrows(LabException.class, () -> plan(home, faults.formatted(kind)));
      assertEquals(1, e.problems().size(), e::getMessage);
      assertTrue(e.getMessage().contains("the kind `" + kind + "`"), e::getMessage);
    }
    assertEquals(1, plan(home, faults.formatted("humongous")).groups().size());
  }

  @Test
  void refusesFaultsWhoseAgentReachesNoJvm() throws IOException {
    Path home = folder.resolve("home");
    Path jar = home.resolve("faults/target/jitterlab-faults.jar");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "");
    String server = "workload: {name: a, server: {command: sh -c true}}\n";
    String faults = server + "defaults: {faults: {kinds: [%s]}}\n";

    LabException e =
        assertThrows(LabException.class, () -> plan(home, faults.formatted("system-gc")));
    assertTrue(e.getMessage().contains("the agent that injects the `faults`"), e::getMessage);
    assertEquals(1, plan(home, faults.formatted("stop")).groups().size());
  }

  @Test
  void refusesFaultsThatItDoesNotKnow() {
    List<String> problems =
        problems(MANY + "defaults: {faults: {kinds: [rain], every: often, met: x}}\n");
    assertEquals(3, problems.size(), problems::toString);
  }

  @Test
  void namesJarsThatAreFetchedLater() throws IOException {
    Plan plan =
        plan(
            """
            workload:
              name: a
              server:
                artifacts: ['com.foo:never-there:1.0']
                command: sh -cp ${artifact.never-there} Main
            """);
    Instance instance = first(plan, "all");
    String jar = instance.foreign().artifacts().get("com.foo:never-there:1.0");

    assertTrue(jar.endsWith("/jitterlab/artifacts/com.foo/never-there-1.0.jar"), jar);
    assertEquals(List.of("sh", "-cp", jar, "Main"), instance.command());
  }

  @Test
  void aServerWithoutTicksHasNone() throws IOException {
    Plan plan = plan(MANY);

    assertNull(first(plan, "all").foreign().ticks());
    assertFalse(plan.hasTicks() || plan.hasExternalLoad());
  }

  @Test
  void givesFlagsToScriptsByTheirEnvironment() throws IOException {
    Plan plan =
        plan(
            """
            workload: {name: a, server: {command: sh -c true}}
            defaults:
              jvm_arguments: -Xmx64m
              jdk: 17
              environment: {JAVA_OPTS: '-Da=b ${jvm_arguments}', JAVA_HOME: '${java_home}'}
            """);
    List<String> command = first(plan, "all").command();

    assertEquals("/usr/bin/env", command.getFirst());
    assertTrue(command.get(1).startsWith("JAVA_OPTS=-Da=b -Xmx64m -XX:"), command.toString());
    assertEquals(List.of("JAVA_HOME=/jdks/17", "sh", "-c", "true"), command.subList(2, 6));
  }

  /** The JVM splits these at blanks, and its flags name files in a folder that may have some. */
  @ParameterizedTest
  @ValueSource(strings = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"})
  void quotesFlagsInVariablesThatTheJvmSplits(String variable) throws IOException {
    Plan plan =
        plan(
            """
            workload: {name: a, server: {command: sh -c true}}
            defaults:
              jvm_arguments: -Xmx64m '-Dname=a b'
              environment: {%s: '-Da=b ${jvm_arguments}'}
            """
                .formatted(variable));
    String value = first(plan, "all").command().get(1);

    assertTrue(value.startsWith(variable + "=-Da=b -Xmx64m \"-Dname=a b\" "), value);
    String found = StartPlaceholders.fill(value, _ -> Optional.of("/my project"));
    assertTrue(
        Arguments.split(found).orElseThrow().stream()
            .anyMatch(word -> word.contains("settings=/my project/")),
        found);
  }

  @Test
  void fillsPlaceholdersInPropertiesAndRefusesOnesThatNameThemselves() throws IOException {
    String command = MANY.replace("--port=${port}", "${properties.a}");
    Plan plan = plan(command + "defaults: {a: '-x ${properties.b}', b: '${instance}'}\n");

    List<String> words = first(plan, "all").command();
    assertEquals(List.of("-x", "1"), words.subList(words.size() - 2, words.size()));
    assertTrue(
        problems(command + "defaults: {a: 'x${properties.a}'}\n")
            .getFirst()
            .contains("refers to itself"));
  }

  /** The servers would be idle, and the one that idles with the least CPU would win. */
  @Test
  void refusesALoadAtAPortOfWhichNoServerIsTold() throws IOException {
    String text =
        """
        workload:
          name: a
          server: {command: 'sh -c true%s', ready: {log: up}}
          load: {http: {path: /x, rate: '50'}}
        defaults: {environment: {PORT: '%s'}}
        """;
    LabException refused =
        assertThrows(
            LabException.class, () -> plan(ExperimentText.REFERENCE, text.formatted("", "8080")));
    assertEquals(1, refused.problems().size(), refused.problems()::toString);
    assertTrue(refused.problems().getFirst().where().endsWith("test.yaml:3:21"));
    assertTrue(refused.problems().getFirst().what().startsWith("the load goes to ${port}, but"));
    Plan byCommand = plan(ExperimentText.REFERENCE, text.formatted(" ${port}", "8080"));
    assertEquals("${port}", first(byCommand, "all").command().getLast());
    Plan byVariable = plan(ExperimentText.REFERENCE, text.formatted("", "${port}"));
    assertTrue(first(byVariable, "all").command().contains("PORT=${port}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"${target}", "http://127.0.0.1:${port}/", "${properties.address}"})
  void refusesALoadCommandAtAPortOfWhichNoServerIsTold(String address) throws IOException {
    String text =
        """
        workload:
          name: a
          server: {command: 'sh -c true%s'}
          load: {command: 'sh -c true %s'}
        defaults: {environment: {PORT: '%s'}, address: 'x${target}'}
        """;
    List<String> refused = problems(text.formatted("", address, "8080"));
    assertEquals(1, refused.size(), refused::toString);
    assertTrue(
        refused.getFirst().startsWith("4:19 the load goes to ${target} or ${port}, but"),
        refused::toString);
    Plan byCommand = plan(text.formatted(" ${port}", address, "8080"));
    assertTrue(byCommand.hasExternalLoad());
    Plan byVariable = plan(text.formatted("", address, "${port}"));
    assertTrue(byVariable.hasExternalLoad());
    Plan elsewhere = plan(text.formatted("", "127.0.0.1:8080", "8080"));
    assertTrue(elsewhere.hasExternalLoad());
  }

  @Test
  void refusesFlagsAndJdksThatWouldHaveNoEffect() {
    assertEquals(
        List.of(
            "1:41 `jdk` of the group `all` would have no effect: the command has neither ${java}"
                + " nor ${java_home}",
            "1:41 `jvm_arguments` of the group `all` would have no effect: the command has no"
                + " ${jvm_arguments}"),
        problems(
                """
                workload: {name: a, server: {  command: sh -c true}}
                defaults: {jvm_arguments: -Xmx64m, jdk: 17}
                """)
            .stream()
            .sorted()
            .toList());
  }

  @Test
  void refusesProgramsAndJarsThatAreNotThere() {
    assertEquals(
        List.of("3:21 there is no jar " + folder.toAbsolutePath().resolve("lib/b.jar")),
        problems(
            """
            workload:
              name: a
              server: {command: [sh, -jar, lib/b.jar]}
            """));
    assertEquals(
        List.of("4:19 there is no program `no-such-load` on the PATH"),
        problems(
            """
            workload:
              name: a
              server: {command: 'sh -c true ${port}'}
              load: {command: 'no-such-load ${target}'}
            """));
    assertTrue(
        problems("workload: {name: a, server: {command: bin/run.sh}}\n")
            .getFirst()
            .endsWith("there is no program " + folder.toAbsolutePath().resolve("bin/run.sh")));
  }

  @Test
  void namesTheGroupWithoutAValueAndTheNearestPlaceholder() {
    List<String> problems = problems(MANY.replace("--port=${port}", "--port=${prot}"));

    assertEquals(1, problems.size(), problems.toString());
    assertTrue(problems.getFirst().startsWith("4:"), problems.toString());
    assertTrue(problems.getFirst().contains("the group `all` has no value for `${prot}`"));
    assertTrue(problems.getFirst().contains("did you mean `port`?"), problems.toString());
    assertTrue(problems(MANY.replace("${port}", "${target}")).getFirst().contains("${target}"));
    assertTrue(problems(MANY.replace("${port}", "${port")).getFirst().contains("no closing brace"));
  }

  @Test
  void refusesSignsOfReadinessThatCanNeverBeSeen() {
    assertTrue(
        problems(MANY + "    ready: {log: 'a('}\n")
            .getFirst()
            .contains("not a regular expression"));
    assertTrue(
        problems(MANY + "    ready: {port: http}\n")
            .getFirst()
            .contains("`port`: expected a port"));
    assertTrue(
        problems(MANY + "    metrics: 127.0.0.1:9/metrics\n")
            .getFirst()
            .contains("`metrics`: expected an address"));
    assertTrue(
        problems(MANY + "    ready: {port: 65536}\n")
            .getFirst()
            .contains("`port`: expected a port from 1 to 65535"));
  }

  /** Else the run would end with an error of Jitterlab's own, or wait for what cannot come. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:{port}/health",
        "http://127.0.0.1:port/health",
        "http://127.0.0.1:65536/health",
        "http://127.0.0.1:0/health",
        "http://127.0.0.1:${port}/a|b"
      })
  void refusesAddressesThatNoClientTakes(String address) {
    List<String> ready = problems(MANY + "    ready: {http: '" + address + "'}\n");
    assertTrue(ready.getFirst().startsWith("5:19 `http`: expected an address"), ready::toString);
    List<String> metrics = problems(MANY + "    metrics: '" + address + "'\n");
    assertTrue(metrics.getFirst().startsWith("5:14 `metrics`: expected"), metrics::toString);
  }

  @Test
  void takesAddressesOfHostsAndNumbers() throws IOException {
    for (String address :
        List.of("http://my_host/", "http://[::1]:${port}/a?b=c%20d", "http://127.0.0.1:65535")) {
      Plan plan = plan(MANY + "    ready: {http: '" + address + "'}\n");
      assertEquals(address, first(plan, "all").foreign().ready());
    }
  }

  /** One server would answer for both: the other one would idle, and win. */
  @Test
  void refusesServersThatRunAtTheSameTimeAndAreLookedForAtOnePlace() throws IOException {
    String text =
        """
        workload:
          name: a
          server:
            command: sh -c true
            ready: {%s}
          load: {command: 'sh -c true 127.0.0.1:8080'}
        groups: [{name: side, values: [a, b]}]
        """;
    String port = text.formatted("port: 8080");
    for (String execution : List.of("", "execution: blocks\n", "execution: together\n")) {
      List<String> refused = problems(port + execution);
      assertEquals(1, refused.size(), refused::toString);
      assertTrue(refused.getFirst().startsWith("5:"), refused::toString);
      assertTrue(refused.getFirst().endsWith("looked for at port 8080"), refused::toString);
    }
    assertEquals(1, problems(text.formatted("http: 'http://127.0.0.1:8080/up'")).size());

    assertEquals("alternate", mode(port + "execution: alternate\n"));
    assertEquals("blocks", mode(port.replace("[a, b]", "[a]")));
    for (String ready :
        List.of("log: up", "port: '${port}'", "http: 'http://127.0.0.1:${port.admin}/up'")) {
      assertEquals("blocks", mode(text.formatted(ready)));
    }
  }

  private String mode(String yaml) throws IOException {
    return plan(yaml).design().execution().mode();
  }

  @Test
  void refusesServersThatRunAtTheSameTimeAndHaveTheirMetricsAtOnePlace() throws IOException {
    String two = "groups: [{name: side, values: [a, b]}]\n";
    String fixed = MANY + "    metrics: http://127.0.0.1:9090/metrics\n" + two;

    List<String> refused = problems(fixed);
    assertEquals(1, refused.size(), refused::toString);
    assertTrue(refused.getFirst().startsWith("5:14 servers that run"), refused::toString);
    assertEquals("alternate", mode(fixed + "execution: alternate\n"));
    assertEquals("blocks", mode(fixed.replace("9090", "${port.metrics}")));
  }

  /** By what it is told whether the servers are steady: while they run, and after. */
  @Test
  void judgesEveryServerByTheBestSeriesItHas() throws IOException {
    String http = MANY + "  load: {http: {rate: '5'}}\n";
    String event = "    ticks: {event: com.foo.Tick, rate: 20}\n";

    assertSeries(SteadySeries.CPU, SteadySeries.CPU, plan(MANY));
    assertSeries(SteadySeries.CPU, SteadySeries.CPU, plan(MANY + "  load: {command: 'true'}\n"));
    assertSeries(
        SteadySeries.RESPONSE, SteadySeries.RESPONSE, plan(ExperimentText.REFERENCE, http));
    assertSeries(SteadySeries.CPU, SteadySeries.EXECUTION, plan(MANY + event));
    assertSeries(
        SteadySeries.RESPONSE,
        SteadySeries.EXECUTION,
        plan(ExperimentText.REFERENCE, http.replace("  load:", event + "  load:")));
  }

  private static void assertSeries(SteadySeries growing, SteadySeries after, Plan plan) {
    Plan.Block block = plan.blocks().getFirst();
    assertEquals(List.of(growing), plan.growingSeries());
    assertEquals(after, block.steadySeries(block.instances().getFirst()));
  }
}
