package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jitterlab.systemtests.Jitterlab.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run in which the machine cannot run one of the groups. */
class MissingGroupTest {
  @TempDir Path folder;

  /** The one in C finds no compiler on the path that it is given. */
  @Tag("long") // ExecutionTest goes on without such a group
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
