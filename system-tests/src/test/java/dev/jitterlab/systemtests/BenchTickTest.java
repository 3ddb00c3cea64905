package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jitterlab.systemtests.Jitterlab.Outcome;
import dev.jitterlab.systemtests.Jitterlab.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ./jitterlab bench tick} with real schedulers, and with cyclictest where installed. */
class BenchTickTest {
  @TempDir Path folder;

  private JsonNode json(Path file) throws IOException {
    return new ObjectMapper().readTree(file.toFile());
  }

  @Tag("long") // the short check starts the real children once, to end them: endsEveryChildOnCtrlC
  @Test
  void printsARowForTheSchedulersAskedForAndKeepsTheRecordings() throws Exception {
    printsTheirRows("--schedulers=thread-per-task,partitioned");
  }

  @Tag("long")
  @Test
  void printsARowForEveryScheduler() throws Exception {
    printsTheirRows();
  }

  private void printsTheirRows(String... chosen) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("bench", "tick", "--scenarios=mixed"));
    arguments.addAll(List.of("--rounds=1", "--seconds=1", "--warmup=1", "--format=json"));
    arguments.add("--out=bench");
    arguments.addAll(List.of(chosen));
    Outcome outcome = new Jitterlab(folder).run(arguments.toArray(String[]::new));
    assertEquals(0, outcome.status(), outcome.toString());
    JsonNode result = new ObjectMapper().readTree(outcome.out());

    assertEquals(1, result.get("rounds").asInt());
    List<String> schedulers = new ArrayList<>();
    for (JsonNode row : result.get("rows")) {
      assertEquals("mixed", row.get("scenario").asText());
      assertTrue(row.get("waiting").isTextual(), row.toString());
      JsonNode drift = row.get("drift_seconds");
      double last = Double.NEGATIVE_INFINITY;
      for (String quantile : List.of("p50", "p90", "p99", "p999", "max")) {
        assertTrue(drift.get(quantile).asDouble() >= last, row.toString());
        last = drift.get(quantile).asDouble();
      }
      assertTrue(row.get("missed").asLong() >= 0, row.toString());
      assertTrue(row.get("cpu_cores").asDouble() >= 0, row.toString());
      String scheduler = row.get("scheduler").asText();
      boolean simulated = scheduler.equals("floor"); // it has no process
      assertEquals(
          !simulated, row.get("context_switches_per_second").asDouble() > 0, row.toString());
      if (!simulated) {
        schedulers.add(scheduler);
      }
    }
    assertEquals("floor", result.get("rows").get(0).get("scheduler").asText());
    assertTrue(schedulers.containsAll(List.of("thread-per-task", "partitioned")), outcome::out);
    boolean controlled = schedulers.contains("cyclictest");
    assertTrue(controlled || result.get("notes").toString().contains("rt-tests"), outcome::out);
    assertEquals(result, json(folder.resolve("bench/bench.json")));
    for (String scheduler : schedulers) {
      Path cell = folder.resolve("bench/mixed/1").resolve(scheduler);
      assertEquals("stopped", json(cell.resolve("process.json")).get("state").asText(), scheduler);
      String recording = scheduler.equals("cyclictest") ? "cyclictest.json" : "ticks.hlog";
      assertTrue(Files.size(cell.resolve(recording)) > 100, scheduler);
      if (!scheduler.equals("cyclictest")) {
        assertEquals(
            1, linesOfDrift(cell.resolve(recording)), "to write takes a core: " + scheduler);
      }
    }
  }

  private static long linesOfDrift(Path log) throws IOException {
    return Files.readAllLines(log).stream().filter(line -> line.startsWith("Tag=drift,")).count();
  }

  private Outcome bench(String... flags) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("bench", "tick", "--scenarios=1khz"));
    arguments.addAll(List.of("--schedulers=partitioned", "--rounds=1", "--seconds=1"));
    arguments.add("--format=json");
    arguments.addAll(List.of(flags));
    return new Jitterlab(folder).here(arguments.toArray(String[]::new));
  }

  @Tag("long") // RoundBookTest adds to earlier rounds
  @Test
  void addsRoundsToThoseOfAnEarlierSessionUnlessTheirSettingsDiffer() throws Exception {
    Outcome first = bench("--warmup=1", "--out=bench");
    assertEquals(0, first.status(), first.toString());
    Outcome more = bench("--warmup=1", "--add-to=bench");
    assertEquals(0, more.status(), more.toString());
    JsonNode result = json(folder.resolve("bench/bench.json"));

    assertEquals(2, result.get("rounds").asInt());
    assertEquals(1, result.get("warmup_seconds").asInt());
    assertEquals(2, result.get("sessions").size());
    for (JsonNode row : result.get("rows")) {
      if (row.get("scheduler").asText().equals("partitioned")) {
        JsonNode ticks = row.get("threads_per_second").get("ticks");
        assertTrue(ticks.get("cpu_seconds").asDouble() > 0, row.toString());
      }
    }
    Outcome other = bench("--warmup=2", "--add-to=bench");
    assertEquals(2, other.status(), other.toString());
    assertTrue(other.err().contains("--warmup `1`, not `2`"), other.toString());
    Outcome nowhere = bench("--add-to=nothing");
    assertEquals(2, nowhere.status(), nowhere.toString());
    assertTrue(nowhere.err().contains("there are no rounds"), nowhere.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "--scenarios=mixde, mixed",
    "--schedulers=scheduled-pol, scheduled-pool",
    "--rounds=0, --rounds",
    "--seconds=many, --seconds",
    "--secnods=2, --seconds"
  })
  void namesWhatIsWrongAndWhatThereIs(String flag, String expected) throws Exception {
    Outcome outcome = new Jitterlab(folder).here("bench", "tick", flag, "--out=bench");

    assertEquals(2, outcome.status(), outcome.toString());
    assertTrue(outcome.err().contains(expected), outcome.toString());
    assertFalse(Files.exists(folder.resolve("bench")), "nothing was started");
  }

  @Test
  void endsEveryChildOnCtrlC() throws Exception {
    Running running =
        new Jitterlab(folder)
            .start("bench", "tick", "--scenarios=1khz", "--seconds=600", "--out=bench");
    List<ProcessHandle> children;
    do {
      assertFalse(running.process().waitFor(100, TimeUnit.MILLISECONDS), "ended too early");
      children = childrenOf(folder.resolve("bench"));
    } while (children.isEmpty());
    new ProcessBuilder("kill", "-INT", "" + running.process().pid()).start().waitFor();
    Outcome outcome = running.end();

    assertEquals(130, outcome.status(), outcome.toString());
    for (ProcessHandle child : children) {
      assertFalse(child.isAlive(), child.info().toString());
    }
  }

  private List<ProcessHandle> childrenOf(Path bench) throws IOException {
    if (!Files.exists(bench)) {
      return List.of();
    }
    List<ProcessHandle> children = new ArrayList<>();
    try (Stream<Path> files = Files.walk(bench)) {
      for (Path record : files.filter(file -> file.endsWith("process.json")).toList()) {
        ProcessHandle.of(json(record).get("pid").asLong()).ifPresent(children::add);
      }
    }
    return children;
  }
}
