package dev.jitterlab.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.workload.Artifact;
import dev.jitterlab.lab.workload.ForeignServer;
import dev.jitterlab.lab.workload.ForeignServer.Sign;
import dev.jitterlab.lab.workload.ForeignServer.TickSource;
import dev.jitterlab.lab.workload.Workloads;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForeignServerReaderTest {
  @TempDir private Path folder;

  private List<String> problems(String yaml) {
    return ExperimentText.problems(folder, yaml);
  }

  private static List<String> words(List<Scalar> command) {
    return command.stream().map(Scalar::text).toList();
  }

  @Test
  void readsADescriptionWithEveryKey() {
    Experiment experiment =
        ExperimentText.read(
            folder,
            """
            workload:
              name: strange
              server:
                command: ['${java}', '-jar', 'a b.jar']
                ready: {log: 'Started .*'}
                metrics: http://127.0.0.1:${port}/metrics
                ticks: {event: com.foo.Tick, rate: 12.5}
              load:
                command: wrk -d '10 s' http://${target}/
            """);
    ForeignServer server = experiment.system().foreign().orElseThrow();

    assertTrue(experiment.system().workload().isEmpty());
    assertEquals("strange", server.name());
    assertEquals(folder.toAbsolutePath(), server.folder());
    assertEquals(List.of("${java}", "-jar", "a b.jar"), words(server.command()));
    assertEquals(Sign.LOG, server.readiness().sign());
    assertEquals("Started .*", server.readiness().text().text());
    assertEquals(
        new ForeignServer.Ticks(TickSource.EVENT, "com.foo.Tick", 12.5),
        server.ticks().orElseThrow());
    assertEquals(List.of("wrk", "-d", "10 s", "http://${target}/"), words(server.load()));
    assertEquals(4, server.places().get("server.command").line());
    assertEquals("tick_drift_seconds.p99", experiment.analysis().primaryMetric());
  }

  @Test
  void waitsForThePortAndComparesCpuLoadWhereNothingElseIsSaid() {
    Experiment experiment =
        ExperimentText.read(folder, "workload: {name: a, server: {command: run.sh}}\n");
    ForeignServer server = experiment.system().foreign().orElseThrow();

    assertEquals(Sign.PORT, server.readiness().sign());
    assertEquals("${port}", server.readiness().text().text());
    assertEquals("cpu_load", experiment.analysis().primaryMetric());
    assertTrue(server.agent().isEmpty() && server.load().isEmpty());
  }

  @Test
  void saysWhatIsMissing() {
    assertEquals(
        List.of("1:11 the key `name` is missing", "1:11 the key `server` is missing"),
        problems("workload: {load: {command: a}}\n"));
    assertEquals(
        List.of("3:11 the key `command` is missing"),
        problems("workload:\n  name: a\n  server: {ready: {port: 1}}\n"));
    assertEquals(
        List.of("5:12 the key `rate` is missing"),
        problems(
            """
            workload:
              name: a
              server:
                command: a
                ticks: {event: com.foo.Tick}
            """));
  }

  @Test
  void namesTheNearestKey() {
    assertEquals(
        List.of(
            "1:35 the key `command` is missing",
            "1:36 unknown key `comand` expected one of: command, artifacts, ready, metrics, agent,"
                + " ticks, requests; did you mean `command`?"),
        problems("workload: {name: abcdefg, server: {comand: a}}\n"));
  }

  @Test
  void aLoadIsACommandOrJitterlabsOwn() {
    assertEquals(
        List.of("1:51 `load`: expected one of command, http, found none"),
        problems("workload: {name: a, server: {command: abc}, load: {}}\n"));
  }

  @Test
  void refusesTwoSignsOfReadinessAndNone() {
    String start = "workload:\n  name: a\n  server:\n    command: a\n    ready: ";
    assertEquals(
        List.of("5:12 `ready`: expected one of log, port, http, found log and port"),
        problems(start + "{log: a, port: 1}\n"));
    assertEquals(
        List.of("5:12 `ready`: expected one of log, port, http, found none"),
        problems(start + "{}\n"));
  }

  @Test
  void refusesTicksThatCannotBe() {
    String start = "workload:\n  name: a\n  server:\n    command: a\n    ticks: ";
    assertEquals(
        List.of("5:12 `ticks`: expected one of event, method, found none"),
        problems(start + "{rate: 20}\n"));
    assertEquals(
        List.of(
            "5:40 `rate`: expected ticks per second, a number above 0 and at most 100000, such as"
                + " 20, found the number `0`"),
        problems(start + "{event: com.foo.Tick, rate: 0}\n"));
    assertTrue(
        problems(start + "{method: com.foo.Game.tick, rate: 20}\n")
            .contains(
                "5:21 `method`: expected a method, such as com.foo.Game#tick, found the text"
                    + " `com.foo.Game.tick`"));
  }

  @Test
  void refusesWhatAreNoCoordinates() {
    assertEquals(
        List.of(
            "4:17 `artifacts`: expected Maven coordinates, such as com.h2database:h2:2.3.232, found"
                + " the text `com.h2database:h2`"),
        problems(
            """
            workload:
              name: a
              server: {command: a,
                artifacts: ['com.h2database:h2']}
            """));
  }

  /** What runs must be what the file says, now and when it is run again. */
  @Test
  void refusesAJarThatMayBeAnotherOne() {
    assertEquals(
        List.of(
            "4:17 `artifacts`: `com.mine:shop:1-SNAPSHOT` may be another jar at each build",
            "4:45 `artifacts`: a second jar with the name `shop`"),
        problems(
            """
            workload:
              name: a
              server: {command: a,
                artifacts: ['com.mine:shop:1-SNAPSHOT', 'org.theirs:shop:1']}
            """));
    Path cache = folder.resolve("cache");
    assertNotEquals(
        Artifact.parse("com.mine:shop:1", cache).orElseThrow().file(),
        Artifact.parse("org.theirs:shop:1", cache).orElseThrow().file());
  }

  @Test
  void saysThatTheAgentIsNotBuilt() {
    List<String> problems = problems("workload:\n  name: a\n  server: {command: a, agent: true}\n");

    assertEquals(1, problems.size(), problems.toString());
    assertTrue(problems.getFirst().startsWith("3:31 the agent's jar is not there: "));
  }

  @Test
  void aMethodThatTicksNeedsTheAgent() throws IOException {
    Path jar = folder.resolve("home/agent/target/jitterlab-agent.jar");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "");
    Path file =
        Files.writeString(
            folder.resolve("test.yaml"),
            """
            workload:
              name: a
              server: {command: a, ticks: {method: 'com.foo.Game#tick', rate: 20}}
            """);
    Experiment experiment = new ExperimentReader(Workloads.in(folder.resolve("home"))).read(file);

    assertEquals(
        jar.toAbsolutePath(), experiment.system().foreign().orElseThrow().agent().orElseThrow());
  }

  @Test
  void refusesToLeaveOutAnAgentThatIsNeeded() {
    String start = "workload:\n  name: a\n  server: {command: a, agent: false, ";
    assertEquals(
        List.of("3:31 `agent` is off, and `ticks.method` needs it"),
        problems(start + "ticks: {method: 'com.foo.Game#tick', rate: 20}}\n"));
    assertEquals(
        List.of("3:31 `agent` is off, and `requests` needs it"),
        problems(start + "requests: {slow: 20ms}}\n"));
    assertEquals(List.of(), problems(start + "ticks: {event: com.foo.Tick, rate: 20}}\n"));
  }

  @Test
  void refusesAFigureOfTicksWithoutTicks() {
    assertEquals(
        List.of("2:17 `ticks_late_ratio.2` is a figure of ticks, and the server has none"),
        problems(
            "workload: {name: a, server: {command: a}}\nprimary_metric: ticks_late_ratio.2\n"));
  }

  @Test
  void refusesAFigureOfRequestsThatNobodyMeasures() {
    assertEquals(
        List.of(
            "2:17 `response_seconds.p99` is a figure of the requests of Jitterlab's own load, and"
                + " the experiment has none"),
        problems(
            "workload: {name: a, server: {command: a}, load: {command: wrk}}\n"
                + "primary_metric: response_seconds.p99\n"));
  }

  @Test
  void namesThePlaceOfTicksThatCannotBeChosen() {
    assertTrue(
        problems("workload: {name: a, server: {command: a}}\nticks: false\n")
            .getFirst()
            .startsWith("2:8 `ticks` is about"));
  }

  @Test
  void refusesACapacityByTicksWithoutTicks() throws IOException {
    assertEquals(
        List.of("2:11 `capacity` is about ticks, and the server has none"),
        problems("workload: {name: a, server: {command: a}}\ncapacity: {load: x}\n"));

    String http = "workload: {name: a, server: {command: a}, load: {http: {rate: '50'}}}\n";
    String capacity = "capacity: {load: jitterlab_load_level, late_ratio: 1%%%s}\n";
    Path file = folder.resolve("test.yaml");
    ExperimentReader reader = new ExperimentReader(Workloads.in(ExperimentText.REFERENCE));
    Files.writeString(file, http + capacity.formatted(""));
    LabException refused = assertThrows(LabException.class, () -> reader.read(file));
    assertEquals(1, refused.problems().size(), refused::getMessage);
    assertEquals(file + ":2:11", refused.problems().getFirst().where());
    assertEquals("Set late_above: slo.", refused.problems().getFirst().remedy());

    Files.writeString(file, http + capacity.formatted(", late_above: slo"));
    assertTrue(reader.read(file).analysis().metrics().capacity().isOfRequests());
  }

  @Test
  void saysWhereTheOptionsOfForeignServersAndLoadsGo() {
    assertEquals(
        List.of(
            "2:20 `server` has the options of Jitterlab's own servers",
            "3:7 `load` is about the servers of workloads/"),
        problems(
            """
            workload: {name: a, server: {command: a}}
            defaults: {server: {port: 1}}
            load: {players: 3}
            """));
  }

  /** It had no effect, while {@code load.http} was read. */
  @Test
  void refusesALoadBesideTheOneOfTheServer() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("test.yaml"),
            """
            workload: {name: a, server: {command: a}, load: {http: {rate: '50'}}}
            load: {rate: '500'}
            """);
    ExperimentReader reader = new ExperimentReader(Workloads.in(ExperimentText.REFERENCE));
    LabException refused = assertThrows(LabException.class, () -> reader.read(file));

    assertEquals(1, refused.problems().size(), refused::getMessage);
    assertEquals(file + ":2:7", refused.problems().getFirst().where());
    assertEquals("Move the options to workload.load.http.", refused.problems().getFirst().remedy());
  }
}
