package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.jitterlab.systemtests.Jitterlab.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One short run with real servers and bots; every test looks at what it left behind. */
class WholeRunTest {
  private static final int INSTANCES = 2;

  private static final String EXPERIMENT =
      """
      experiment: short
      workload: battle
      instances: 2
      repeats: 0
      warmup: 2s
      duration: 3s
      execution: blocks
      groups:
        - name: scheduler
          values: [thread-per-task, scheduled-pool]
      defaults:
        jvm_arguments: -Xmx128m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
      properties:
        - targets: ['scheduler=thread-per-task']
          properties: {server: {scheduler: thread-per-task}}
        - targets: ['scheduler=scheduled-pool']
          properties: {server: {scheduler: scheduled-pool}}
      load:
        players: 20
      """;

  @TempDir static Path folder;
  private static Jitterlab jitterlab;
  private static Outcome outcome;
  private static Path run;
  private static JsonNode summary;

  @BeforeAll
  static void runOnce() throws Exception {
    jitterlab = new Jitterlab(folder);
    jitterlab.write("short.yaml", EXPERIMENT);
    outcome = jitterlab.run("run", "short.yaml", "--out", "run");
    run = folder.resolve("run");
    summary = json("summary.json");
  }

  private static JsonNode json(String name) throws IOException {
    return new ObjectMapper().readTree(run.resolve(name).toFile());
  }

  @Test
  void exitsByTheTrialsValidity() {
    // Whether this machine was quiet enough for a valid trial is not for this test to say.
    String status = summary.get("validity").get("status").asText();

    assertEquals(status.equals("invalid") ? 4 : 0, outcome.status(), outcome.toString());
  }

  @Test
  void leavesTheWholeRunDirectory() throws IOException {
    assertEquals(EXPERIMENT, Files.readString(run.resolve("experiment.yaml")));
    assertEquals("complete", json("run.json").get("state").asText());
    for (String file :
        List.of(
            "plan.json", "environment.json", "samples.duckdb", "validity.json", "report.html")) {
      assertTrue(Files.size(run.resolve(file)) > 100, file);
    }
    for (String group : List.of("thread-per-task", "scheduled-pool")) {
      for (int n = 1; n <= INSTANCES; n++) {
        for (String file :
            List.of("ticks.hlog", "recording.jfr", "gc.log", "stdout.log", "process.json")) {
          Path path = run.resolve("groups").resolve(group).resolve("" + n).resolve(file);
          assertTrue(Files.size(path) > 50, path.toString());
        }
      }
    }
    for (int block = 1; block <= INSTANCES; block++) {
      assertTrue(Files.size(run.resolve("load/" + block + "/ticks.hlog")) > 100);
      assertTrue(Files.size(run.resolve("control/" + block + "/ticks.hlog")) > 100);
    }
  }

  @Test
  void measuresTicksOfEveryInstance() {
    for (JsonNode group : summary.get("groups")) {
      assertEquals(INSTANCES, group.get("instances").size());
      for (JsonNode instance : group.get("instances")) {
        // 20 players make at least 2 battles of at most 10, at 20 Hz for 4 s: 160 ticks, if all is
        // on time; a slow machine may hold fewer, but not none.
        assertTrue(instance.get("metrics").get("ticks").asLong() > 20, instance.toString());
        JsonNode players = instance.get("metrics").path("players");
        assertTrue(players.isMissingNode() || players.asDouble() > 0, instance.toString());
        double cpuLoad = instance.get("metrics").get("cpu_load").asDouble();
        double observing = instance.get("metrics").get("observing_cpu_load").asDouble();
        assertTrue(cpuLoad > observing && observing > 0, instance.toString());
      }
      // A machine that is full may lose scrapes, and with them what depends on them.
      for (String metric : List.of("late_tick_time", "players")) {
        assertTrue(
            group.get("instances").valueStream().anyMatch(i -> i.get("metrics").has(metric)),
            group.toString());
      }
    }
  }

  @Test
  void fillsTheSummarysPublicShape() throws IOException {
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Files.readString(Jitterlab.HOME.resolve("docs/summary.schema.json")));

    assertEquals(Set.of(), schema.validate(summary));
    assertTrue(summary.get("validity").get("checks").size() >= 6);
    assertTrue(summary.get("comparisons").size() >= 24);
  }

  @Test
  void measuresTheMachineItselfBesideEveryBlock() {
    assertEquals(INSTANCES, summary.get("control").size());
    for (JsonNode control : summary.get("control")) {
      assertTrue(control.get("drift_seconds").get("max").asDouble() > 0, control.toString());
      assertTrue(control.get("cpu_seconds").asDouble() > 0, control.toString());
      assertTrue(control.get("over_time").size() >= 2, control.toString());
    }
  }

  @Test
  void givesQuantilesInOrder() {
    for (JsonNode group : summary.get("groups")) {
      for (String metric :
          List.of(
              "tick_drift_seconds",
              "tick_execution_seconds",
              "tick_wait_seconds",
              "tick_total_seconds")) {
        double last = Double.NEGATIVE_INFINITY;
        for (String quantile : List.of("p50", "p90", "p95", "p99", "p999", "max")) {
          JsonNode figure = group.get("metrics").get(metric).get(quantile);
          // It is an object with a bound where the quantile lies among ticks that still waited.
          double value = figure.isObject() ? figure.get("at_least").asDouble() : figure.asDouble();
          assertTrue(value >= last, metric + " " + quantile);
          last = value;
        }
      }
    }
  }

  @Test
  void writesTheSameSummaryAgainFromTheFiles() throws Exception {
    String before = Files.readString(run.resolve("summary.json"));
    Outcome again = jitterlab.here("report", "run");

    assertEquals(0, again.status(), again.toString());
    assertEquals(before, Files.readString(run.resolve("summary.json")));
  }

  @Test
  void showsTheSameTableAgain() throws Exception {
    Outcome text = jitterlab.here("show", "run");
    assertEquals(0, text.status(), text.toString());
    assertTrue(text.out().contains("scheduled-pool"), text.toString());

    Outcome json = jitterlab.here("show", "run", "--format", "json");
    assertEquals(summary, new ObjectMapper().readTree(json.out()));
  }

  @Test
  void endsEveryProcess() throws IOException {
    for (JsonNode group : summary.get("groups")) {
      for (JsonNode instance : group.get("instances")) {
        String file = "groups/" + instance.get("id").asText() + "/process.json";
        assertEquals("stopped", json(file).get("state").asText(), file);
      }
    }
  }
}
