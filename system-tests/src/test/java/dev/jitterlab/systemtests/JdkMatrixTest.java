package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jitterlab.systemtests.Jitterlab.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The measured code runs, ticks and records on every JDK that an experiment may name. */
class JdkMatrixTest {
  @TempDir Path folder;

  @Test
  void ticksOnEveryJdk() throws Exception {
    Jitterlab jitterlab = new Jitterlab(folder);
    jitterlab.write(
        "jdks.yaml",
        """
        workload: battle
        instances: 1
        repeats: 0
        warmup: 1s
        duration: 3s
        execution: together
        groups:
          - name: jdk
            values: [11, 17, 21, 25]
        defaults:
          jvm_arguments: -Xmx128m
        properties:
          - {targets: ['jdk=11'], properties: {jdk: 11}}
          - {targets: ['jdk=17'], properties: {jdk: 17}}
          - {targets: ['jdk=21'], properties: {jdk: 21}}
          - {targets: ['jdk=25'], properties: {jdk: 25}}
        load:
          players: 10
        """);
    Outcome outcome = jitterlab.run("run", "jdks.yaml", "--out", "run");
    JsonNode summary = new ObjectMapper().readTree(folder.resolve("run/summary.json").toFile());

    List<String> ticked = new ArrayList<>();
    for (JsonNode group : summary.get("groups")) {
      JsonNode metrics = group.get("instances").get(0).get("metrics");
      assertNotNull(metrics, () -> group + "\n" + outcome);
      assertTrue(metrics.get("ticks").asLong() > 10, outcome.toString());
      ticked.add(group.get("name").asText());
    }
    assertEquals(List.of("11", "17", "21", "25"), ticked);
  }
}
