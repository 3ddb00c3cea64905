package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of servers that know nothing of Jitterlab. */
class AnyServerTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String ARTIFACTS = "    artifacts: ['com.h2database:h2:2.3.232']\n";

  @TempDir Path folder;

  /** Already on this machine, so that the test fetches nothing: the battle server has it too. */
  private static Path jar() throws IOException {
    try (Stream<Path> libraries =
        Files.list(Jitterlab.HOME.resolve("workloads/battle/target/lib"))) {
      return libraries
          .filter(file -> file.getFileName().toString().startsWith("h2-"))
          .findFirst()
          .orElseThrow();
    }
  }

  /** experiments/h2.yaml, made short. */
  @Test
  void measuresTheDatabaseH2() throws Exception {
    String whole = Files.readString(Jitterlab.HOME.resolve("experiments/h2.yaml"));
    assertTrue(whole.contains(ARTIFACTS), whole);
    Jitterlab jitterlab = new Jitterlab(folder);
    jitterlab.write(
        "h2.yaml",
        whole
            .replace(ARTIFACTS, "")
            .replace("${artifact.h2}", jar().toString())
            .replace("${here}", Jitterlab.HOME.resolve("experiments").toString())
            .replaceFirst("instances: \\d+", "instances: 1")
            // So that the load is compiled, connected and at work long before its end.
            .replace("- -Xmx64m", "- -XX:TieredStopAtLevel=1")
            .replace("memory: -Xmx128m", "memory: -Xmx128m -XX:TieredStopAtLevel=1")
            .replaceFirst("warmup: \\d+s", "warmup: {until: steady, at_most: 5s}")
            .replaceFirst("duration: \\d+s", "duration: 3s"));
    Outcome plan = jitterlab.here("plan", "h2.yaml");
    assertEquals(0, plan.status(), plan.toString());
    assertTrue(plan.out().contains("TCP server running at"), plan.out());
    assertTrue(plan.out().contains("judged by CPU time per second"), plan.out());

    Outcome outcome = jitterlab.run("run", "h2.yaml", "--out", "run", "--format", "json");
    JsonNode summary = MAPPER.readTree(outcome.out());
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Files.readString(Jitterlab.HOME.resolve("docs/summary.schema.json")));

    assertEquals(Set.of(), schema.validate(summary), outcome.toString());
    assertEquals("cpu_load", summary.get("primary_metric").asText());
    assertEquals(2, summary.get("groups").size());
    for (JsonNode group : summary.get("groups")) {
      JsonNode metrics = group.get("metrics");
      assertTrue(metrics.get("cpu_load").asDouble() > 0, outcome.toString());
      assertFalse(metrics.has("tick_drift_seconds"), "it does not tick");
      assertFalse(group.get("instances").get(0).get("nullified").asBoolean(), outcome.toString());
      String id = group.get("instances").get(0).get("id").asText();
      JsonNode process =
          MAPPER.readTree(folder.resolve("run/groups/" + id + "/process.json").toFile());
      assertEquals("stopped", process.get("state").asText());
      assertTrue(process.get("endpoints").get("target").asText().startsWith("127.0.0.1:"));
      Path load = folder.resolve("run/load/1/" + id + "/stdout.log");
      assertTrue(Files.readString(load).contains(" inserts"), Files.readString(load));
    }
    // Where others worked as well, as on a full machine, the check names those.
    String validity = summary.get("validity").toString();
    assertTrue(
        validity.contains("is not told apart")
            || validity.contains("processes that are not the run's used"),
        validity);
    assertTrue(outcome.err().contains("judged by CPU time per second, its limit"), outcome.err());
    assertTrue(Files.size(folder.resolve("run/report.html")) > 100);

    Outcome shown = jitterlab.here("show", "run");
    assertFalse(shown.out().contains("tick"), shown.toString());
  }

  /** The server is a module of the JDK; the load is ours, so that there are response times. */
  @Test
  void judgesTheWarmUpOfAnHttpServerByItsResponseTimes() throws Exception {
    Jitterlab jitterlab = new Jitterlab(folder);
    jitterlab.write(
        "files.yaml",
        """
        workload:
          name: files
          server:
            command: ['${java}', '${jvm_arguments}', -m, jdk.httpserver, -b, 127.0.0.1,
                      -p, '${port}', -d, '${directory}']
          load:
            http: {rate: '40'}
        instances: 1
        warmup: {until: steady, at_most: 4s}
        duration: 10s
        defaults:
          jvm_arguments: -Xmx64m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
        """);
    Outcome outcome = jitterlab.run("run", "files.yaml", "--out", "run", "--format", "json");
    JsonNode summary = MAPPER.readTree(outcome.out());
    JsonNode state = summary.get("groups").get(0).get("instances").get(0).get("steady_state");

    assertTrue(
        outcome.err().contains("judged by median response time, its limit was reached"),
        outcome.err());
    assertEquals("response", state.get("series").asText(), outcome.toString());
    JsonNode last = state.get("segments").get(state.get("segments").size() - 1);
    assertTrue(last.get("mean_seconds").asDouble() > 0, outcome.toString());
    assertTrue(
        summary.get("validity").toString().contains("(judged by median response time)"),
        outcome.toString());
    assertTrue(
        Files.readString(folder.resolve("run/report.html"))
            .contains("Judged by the median response time of each server"));
  }
}
