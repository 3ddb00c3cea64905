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
          jvm_arguments: -Xmx64m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
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

  /** The one in C finds no compiler on the path that it is given. */
  @Test
  void goesOnWithoutWhatTheMachineCannotRun() throws Exception {
    Jitterlab jitterlab = new Jitterlab(folder);
    jitterlab.write(
        "c.yaml",
        """
        workload: periodic
        instances: 1
        warmup: 1s
        duration: 3s
        execution: alternate
        groups:
          - name: program
            values: [c-loop, java]
        defaults:
          jvm_arguments: -Xmx64m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
        properties:
          - targets: ['program=c-loop']
            properties: {server: {program: c-loop}, environment: {PATH: /nowhere}}
        """);
    Outcome outcome = jitterlab.run("run", "c.yaml", "--out", "run", "--format", "json");
    JsonNode summary = new ObjectMapper().readTree(outcome.out());

    assertEquals(1, summary.get("groups").size(), outcome.toString());
    assertEquals("java", summary.get("baseline").asText());
    JsonNode metrics = summary.get("groups").get(0).get("metrics");
    assertFalse(metrics.get("tick_release_jitter_seconds").isNull(), metrics.toString());
    assertTrue(outcome.err().contains("Going on without c-loop"), outcome.toString());
    assertTrue(summary.get("validity").toString().contains("apt-get install gcc"));
    JsonNode osadl =
        new ObjectMapper().readTree(folder.resolve("run/groups/java/latency.osadl.json").toFile());
    assertEquals("RT Dataset", osadl.get("format").get("name").asText());
    JsonNode cores = osadl.get("latency").get("cores");
    assertEquals(2, cores.size());
    assertEquals(cores.get(0).size(), cores.get(1).size());
    assertTrue(osadl.get("condition").get("interval").asLong() > 0, osadl.toString());
  }
}
