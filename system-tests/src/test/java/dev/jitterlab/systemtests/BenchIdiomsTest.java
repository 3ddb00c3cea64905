package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jitterlab.bench.idioms.Idiom;
import dev.jitterlab.systemtests.Jitterlab.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./jitterlab bench idioms} with JMH and real JVMs. */
class BenchIdiomsTest {
  private static final Path JAR =
      Jitterlab.HOME.resolve("workloads/idioms/target/jitterlab-idioms.jar");

  @TempDir Path folder;

  @Test
  void measuresEveryWayInAJvmOfItsOwn() throws Exception {
    Outcome outcome =
        new Jitterlab(folder)
            .run(
                "bench",
                "idioms",
                "--idioms=monitors",
                "--jdks=25",
                "--rounds=1",
                "--seconds=0.03",
                "--format=json",
                "--out=bench");
    assertEquals(0, outcome.status(), outcome.toString());
    JsonNode result = new ObjectMapper().readTree(outcome.out());

    List<String> ways = new ArrayList<>();
    for (JsonNode row : result.get("rows")) {
      ways.add(row.get("way").asText());
      assertEquals(1, row.get("ns").size());
      assertTrue(row.get("mean_ns").asDouble() > 0, row.toString());
    }
    assertEquals(List.of("uncontended", "contended-once"), ways);
    assertEquals(result, new ObjectMapper().readTree(folder.resolve("bench/bench.json").toFile()));
    assertEquals(3, Files.readAllLines(folder.resolve("bench/1/25/results.tsv")).size());
  }

  /** The registry is in the bench, the code in a program that it starts: names could differ. */
  @Test
  void jmhKnowsEveryBenchmarkThatIsNamed() throws IOException {
    List<String> known;
    try (JarFile jar = new JarFile(JAR.toFile());
        InputStream list = jar.getInputStream(jar.getEntry("META-INF/BenchmarkList"))) {
      known = new String(list.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
    for (Idiom idiom : Idiom.ALL) {
      for (Idiom.Way way : idiom.contenders()) {
        String name = "dev.jitterlab.idioms." + way.benchmark();
        String type = name.substring(0, name.lastIndexOf('.'));
        String method = name.substring(name.lastIndexOf('.') + 1);
        assertTrue(
            known.stream()
                .anyMatch(line -> line.contains(type + " ") && line.contains(" " + method + " ")),
            name);
      }
    }
  }

  @Test
  void namesWhatIsWrong() throws Exception {
    Outcome outcome = new Jitterlab(folder).here("bench", "idioms", "--idioms=fil", "--out=bench");
    assertEquals(2, outcome.status(), outcome.toString());
    assertTrue(outcome.err().contains("fill"), outcome.toString());
  }
}
