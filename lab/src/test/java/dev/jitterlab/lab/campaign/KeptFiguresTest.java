package dev.jitterlab.lab.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.statistics.Censoring;
import dev.jitterlab.lab.summary.SummaryBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptFiguresTest {
  private static final String POOL = "scheduled-pool";
  private static final String DRIFT = "tick_drift_seconds.p99";

  @TempDir private Path root;

  /** As a campaign keeps it, and reads it again. */
  private static KeptRun kept(RunDirectory run) throws IOException {
    return Json.parse(Json.writeCompact(KeptRun.of(run, "one", "content", 1)), KeptRun.class);
  }

  private RunDirectory run(RunDirectoryFixture fixture) {
    RunDirectory run = fixture.write();
    new SummaryBuilder(run).write();
    return run;
  }

  @Test
  void keepsThatAnInstanceLeftNothing() throws IOException {
    KeptRun run = kept(run(new RunDirectoryFixture(root).tickLogLacks(POOL + "/2", 99)));

    KeptFigures pool = run.figures(POOL, DRIFT);
    assertEquals(4, pool.figures().size());
    assertEquals(1, pool.without());
    assertEquals(Censoring.UNKNOWN, pool.censoring());
    KeptFigures other = run.figures("thread-per-task", DRIFT);
    assertEquals(5, other.figures().size());
    assertEquals(Censoring.NONE, other.censoring());
    assertFalse(run.figures(POOL, "no_such_metric").isMeasured(), "no group has it");
  }

  @Test
  void keepsABoundWithItsMetric() throws IOException {
    RunDirectory directory = run(new RunDirectoryFixture(root));
    ObjectMapper json = new ObjectMapper();
    JsonNode summary = json.readTree(directory.summary().toFile());
    List<JsonNode> instances =
        summary.at("/groups/1/instances").valueStream().map(one -> one.get("metrics")).toList();
    ((ObjectNode) instances.getLast().get("tick_drift_seconds"))
        .putObject("p99")
        .put("at_least", 2.0);
    for (JsonNode metrics : instances) {
      ((ObjectNode) metrics).putObject("own").putObject("capacity").put("load", 120);
    }
    ((ObjectNode) instances.getFirst()).putObject("own").putObject("capacity").put("below", 50);
    json.writeValue(directory.summary().toFile(), summary);

    KeptRun run = kept(directory);
    assertEquals(POOL, summary.at("/groups/1/name").asText());
    KeptFigures drift = run.figures(POOL, DRIFT);
    assertEquals(4, drift.figures().size());
    assertEquals(List.of(2.0), drift.atLeast());
    assertEquals(0, drift.without());
    assertEquals(Censoring.AT_LEAST, drift.censoring());
    KeptFigures capacity = run.figures(POOL, "capacity");
    assertEquals(List.of(120.0, 120.0, 120.0, 120.0), capacity.figures());
    assertEquals(List.of(50.0), capacity.below());
    assertEquals(Censoring.BELOW, capacity.censoring());
    assertEquals(5, run.figures("thread-per-task", "capacity").without(), "the pool has it");
  }

  /** Its ticks ended with exceptions: what it did not do took no time. */
  @Test
  void keepsThatAFigureMayBeBetterThanDeserved() throws IOException {
    RunDirectory directory = run(new RunDirectoryFixture(root));
    ObjectMapper json = new ObjectMapper();
    JsonNode summary = json.readTree(directory.summary().toFile());
    ((ObjectNode) summary.at("/groups/1")).put("doubted_instances", 1);
    json.writeValue(directory.summary().toFile(), summary);

    KeptRun run = kept(directory);
    assertEquals(Map.of(POOL, 1), run.doubted());
    assertEquals(Censoring.AT_LEAST, run.figures(POOL, DRIFT).censoring());
    assertEquals(Censoring.NONE, run.figures("thread-per-task", DRIFT).censoring());
  }

  /** A database did a part of its work; what else it did is known. */
  @Test
  void keepsThatTheCpuLoadAloneIsABound() throws IOException {
    RunDirectory directory = run(new RunDirectoryFixture(root));
    ObjectMapper json = new ObjectMapper();
    JsonNode summary = json.readTree(directory.summary().toFile());
    ((ObjectNode) summary.at("/groups/1")).put("cpu_doubted_instances", 1);
    json.writeValue(directory.summary().toFile(), summary);

    KeptRun run = kept(directory);
    assertEquals(Map.of(POOL, 1), run.cpuDoubted());
    assertEquals(Censoring.AT_LEAST, run.figures(POOL, "cpu_load").censoring());
    assertEquals(Censoring.NONE, run.figures(POOL, DRIFT).censoring());
    assertEquals(Censoring.NONE, run.figures("thread-per-task", "cpu_load").censoring());
  }

  /** Its load process was never sampled: it may have answered nothing. */
  @Test
  void takesTheCostsOfAGroupWhoseAnswersAreNotKnownForBounds() throws IOException {
    RunDirectory directory = run(new RunDirectoryFixture(root));
    ObjectMapper json = new ObjectMapper();
    ObjectNode summary = (ObjectNode) json.readTree(directory.summary().toFile());
    summary
        .putObject("answered")
        .put("closed", false)
        .putObject("means")
        .put("thread-per-task", 1.0);
    json.writeValue(directory.summary().toFile(), summary);

    assertEquals(List.of(POOL), kept(directory).answeredLess());
  }

  /** Who answers less needs less, and is in time more easily: as the verdict of the run has it. */
  @Test
  void keepsWhichGroupAnsweredLess() throws IOException {
    RunDirectory directory = run(new RunDirectoryFixture(root));
    ObjectMapper json = new ObjectMapper();
    ObjectNode summary = (ObjectNode) json.readTree(directory.summary().toFile());
    summary
        .putObject("answered")
        .put("closed", false)
        .putObject("means")
        .put(POOL, 0.9)
        .put("thread-per-task", 1.0);
    json.writeValue(directory.summary().toFile(), summary);

    KeptRun run = kept(directory);
    assertEquals(List.of(POOL), run.answeredLess());
    assertEquals(Censoring.AT_LEAST, run.figures(POOL, "cpu_load").censoring());
    assertEquals(Censoring.AT_LEAST, run.figures(POOL, DRIFT).censoring(), "it had more time");
    assertEquals(
        Censoring.NONE,
        run.figures(POOL, "response_seconds.p99").censoring(),
        "requests without an answer are in it");
    assertEquals(Censoring.NONE, run.figures("thread-per-task", "cpu_load").censoring());
  }

  @Test
  void saysBetweenWhatTheFiguresLie() {
    List<Double> three = List.of(2.0, 5.0, 4.0);
    KeptFigures known = new KeptFigures(three, List.of(), List.of(), 0, Censoring.NONE);
    assertEquals(2, known.least());
    assertEquals(5, known.most());
    assertEquals(OptionalDouble.of(2.5), known.spread());
    assertEquals("", known.reservation());

    KeptFigures refusing = new KeptFigures(three, List.of(20.0), List.of(), 0, Censoring.NONE);
    assertEquals(2, refusing.least());
    assertEquals(Double.POSITIVE_INFINITY, refusing.most());
    assertEquals(OptionalDouble.of(10), refusing.spread(), "at least");

    KeptFigures low = new KeptFigures(three, List.of(), List.of(1.0), 0, Censoring.NONE);
    assertEquals(Double.NEGATIVE_INFINITY, low.least());
    assertEquals(OptionalDouble.of(5), low.spread(), "at least");

    KeptFigures hung = new KeptFigures(three, List.of(), List.of(), 2, Censoring.NONE);
    assertEquals(Double.NEGATIVE_INFINITY, hung.least());
    assertEquals(Double.POSITIVE_INFINITY, hung.most());
    assertEquals(OptionalDouble.of(2.5), hung.spread(), "at least");
    assertEquals("; 2 without a figure", hung.reservation());

    KeptFigures failing = new KeptFigures(three, List.of(), List.of(), 0, Censoring.AT_LEAST);
    assertEquals(Censoring.AT_LEAST, failing.censoring());
    assertEquals(OptionalDouble.empty(), failing.spread(), "the 2 may be a 5");
    assertEquals(2, failing.least());
    assertEquals(Double.POSITIVE_INFINITY, failing.most());
    assertEquals(
        "; better than deserved, perhaps, because some failed or answered less",
        failing.reservation());

    KeptFigures nothing = new KeptFigures(List.of(), List.of(), List.of(), 5, Censoring.NONE);
    assertTrue(nothing.isMeasured());
    assertEquals(OptionalDouble.empty(), nothing.spread());
  }
}
