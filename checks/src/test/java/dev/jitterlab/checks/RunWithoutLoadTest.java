package dev.jitterlab.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.jitterlab.checks.Jitterlab.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole run of a server that needs no load generator. */
class RunWithoutLoadTest {
  @TempDir Path folder;

  @Test
  void comparesSchedulersOfThePeriodicServer() throws Exception {
    Jitterlab jitterlab = new Jitterlab(folder);
    jitterlab.write(
        "periodic.yaml",
        """
        workload: periodic
        instances: 1
        warmup: 1s
        duration: 3s
        execution: blocks
        groups:
          - name: scheduler
            values: [thread-per-task, scheduled-pool]
        defaults:
          jvm_arguments: -Xmx64m
          server: {tasks: '20@50,1@200'}
        properties:
          - targets: ['scheduler=thread-per-task']
            properties: {server: {scheduler: thread-per-task}}
        """);
    Outcome outcome = jitterlab.run("run", "periodic.yaml", "--out", "run", "--format", "json");
    JsonNode summary = new ObjectMapper().readTree(outcome.out());
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Files.readString(Jitterlab.HOME.resolve("docs/summary.schema.json")));

    assertEquals(Set.of(), schema.validate(summary), outcome.toString());
    assertEquals(2, summary.get("groups").size());
    for (JsonNode group : summary.get("groups")) {
      assertTrue(group.get("metrics").get("ticks").asLong() > 100, outcome.toString());
    }
    for (JsonNode check : summary.get("validity").get("checks")) {
      assertFalse(check.get("name").asText().startsWith("load_"), check.toString());
    }
    assertTrue(Files.size(folder.resolve("run/report.html")) > 100);
    assertFalse(Files.exists(folder.resolve("run/load")));

    Outcome plan = jitterlab.run("plan", "periodic.yaml");
    assertEquals(0, plan.status(), plan.toString());
    assertFalse(plan.out().contains("Command line of the load"), plan.out());
  }
}
