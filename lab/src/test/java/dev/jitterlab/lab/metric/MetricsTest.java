package dev.jitterlab.lab.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.ScrapedMetric.Better;
import dev.jitterlab.lab.metric.ScrapedMetric.Reading;
import dev.jitterlab.lab.ticks.TickTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetricsTest {
  private static final List<String> MODULES = List.of("lab", "cli", "bench", "play");

  /** What means something else by the same name: a collector's series of the tick log. */
  private static final Set<String> OTHERS = Set.of("TickTimings.java");

  /**
   * A key of one plain word, such as {@code players}, is a word of much else, too: it is not looked
   * for.
   */
  @Test
  void aKeyIsWrittenInItsDescriptorAndNowhereElse() throws IOException {
    Set<String> keys =
        Metrics.ofAll().all().stream()
            .flatMap(metric -> Stream.of(metric.key(), metric.family()))
            .filter(key -> key.contains("_"))
            .map(key -> '"' + key + '"')
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> found = new TreeSet<>();
    for (String module : MODULES) {
      try (Stream<Path> sources = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        for (Path source : sources.filter(path -> path.toString().endsWith(".java")).toList()) {
          String text = Files.readString(source);
          keys.stream()
              .filter(text::contains)
              .filter(_ -> !source.getParent().endsWith("lab/metric"))
              .filter(_ -> !OTHERS.contains(source.getFileName().toString()))
              .forEach(key -> found.add(source + " has " + key));
        }
      }
    }
    assertEquals(Set.of(), found);
  }

  /** A scrape that was lost leaves the share of late ticks unknown: null, which is no defect. */
  @Test
  void theSchemaKnowsThatTheShareOfLateTicksMayBeUnknown() throws IOException {
    JsonNode types =
        new ObjectMapper()
            .readTree(Path.of("../docs/summary.schema.json").toFile())
            .at("/$defs/metrics/properties/ticks_late_ratio/additionalProperties/type");
    assertEquals("[\"number\",\"null\"]", types.toString());
  }

  @Test
  void theSchemaDescribesEveryFigureAndNoOther() throws IOException {
    JsonNode definitions =
        new ObjectMapper().readTree(Path.of("../docs/summary.schema.json").toFile()).get("$defs");
    Set<String> described = new TreeSet<>();
    for (Map.Entry<String, JsonNode> family : definitions.at("/metrics/properties").properties()) {
      if (!family.getKey().equals(MetricValues.OWN)) {
        parts(family.getValue(), definitions)
            .forEach(part -> described.add(family.getKey() + part));
      }
    }
    assertEquals(
        Metrics.ofAll().all().stream()
            .map(Metric::key)
            .collect(Collectors.toCollection(TreeSet::new)),
        described);
  }

  private static Stream<String> parts(JsonNode schema, JsonNode definitions) {
    JsonNode family =
        schema.has("$ref")
            ? definitions.get(schema.get("$ref").asText().replaceFirst(".*/", ""))
            : schema;
    if (!family.path("type").asText().equals("object")) {
      return Stream.of("");
    }
    return family.has("properties")
        ? family.get("properties").propertyStream().map(part -> "." + part.getKey())
        : family.get("required").valueStream().map(part -> "." + part.asText());
  }

  @Test
  void refusesTwoMetricsOfOneKey() {
    ScrapedMetric taken =
        new ScrapedMetric(
            CpuLoad.OF_SERVER.key(), Reading.MEAN, "x", null, null, Unit.RATIO, Better.LOWER);
    LabException refused =
        assertThrows(
            LabException.class, () -> Metrics.with(new OwnMetrics(List.of(taken, taken), null)));
    assertEquals("two metrics have this key", refused.problems().getFirst().what());
  }

  @Test
  void anExperimentsOwnMetricHidesOneThatIsOnlyShown() {
    ScrapedMetric own =
        new ScrapedMetric(
            Served.BATTLES.key(), Reading.MAX, "x", null, null, Unit.NUMBER, Better.HIGHER);
    Metrics metrics = Metrics.with(new OwnMetrics(List.of(own), null));
    assertEquals("battles (higher is better)", metrics.find("battles").orElseThrow().title());
  }

  /** The worst that a group can have: at least so late, or less than the least load. */
  @Test
  void aBoundForTheWorseStandsForTheFigure() {
    Metric drift = TickTimes.of(TickTime.DRIFT, Quantile.P99);
    Metric capacity = CarriedLoad.metric(new CapacityQuestion("x", null, 0));
    MetricValues values =
        new MetricValues(
            Map.of(
                "tick_drift_seconds", Map.of("p99", Map.of("at_least", 2.0)),
                "own", Map.of("capacity", Map.of("below", 50.0))));
    assertEquals(2.0, drift.figureOrBound(values));
    assertEquals("at_least", drift.standsForIt(values));
    assertEquals(50.0, capacity.figureOrBound(values));
    assertEquals("below", capacity.standsForIt(values));
    assertNull(capacity.in(values));
    MetricValues good =
        new MetricValues(Map.of("tick_drift_seconds", Map.of("p99", Map.of("below", 2.0))));
    assertNull(drift.figureOrBound(good), "less is better");
    assertNull(drift.standsForIt(good));
    assertNull(capacity.figureOrBound(null));
  }

  @Test
  void keepsWhatItDoesNotKnowAndFindsNothingInIt() {
    MetricValues values =
        new MetricValues(Map.of("tick_drift_seconds", Map.of("p9999", 1.0), "new", List.of(2)));
    assertEquals(Units.NONE, TickTimes.of(TickTime.DRIFT, Quantile.P99).show(values));
    assertTrue(values.byKey().containsKey("new"));
  }
}
