package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jitterlab.lab.TestedJdks;
import dev.jitterlab.systemtests.Jitterlab.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The measured code runs, ticks and records on every JDK that an experiment may name. */
class JdkMatrixTest {
  @TempDir Path folder;

  @Test
  void ticksOnEveryJdk() throws Exception {
    List<String> jdks = TestedJdks.features().mapToObj(Integer::toString).toList();
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
            values: %s
        defaults:
          jvm_arguments: -Xmx128m -XX:TieredStopAtLevel=1
        load:
          players: 10
        properties:
        """
                .formatted(jdks)
            + jdks.stream()
                .map("  - {targets: ['jdk=%1$s'], properties: {jdk: %1$s}}\n"::formatted)
                .collect(Collectors.joining()));
    Outcome outcome = jitterlab.here("run", "jdks.yaml", "--out", "run");
    JsonNode summary = new ObjectMapper().readTree(folder.resolve("run/summary.json").toFile());

    List<String> ticked = new ArrayList<>();
    for (JsonNode group : summary.get("groups")) {
      JsonNode metrics = group.get("instances").get(0).get("metrics");
      assertNotNull(metrics, () -> group + "\n" + outcome);
      assertTrue(metrics.get("ticks").asLong() > 10, outcome.toString());
      ticked.add(group.get("name").asText());
    }
    assertEquals(jdks, ticked);
  }
}
