package dev.jitterlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jitterlab.bench.BenchResult.Row;
import dev.jitterlab.bench.BenchResult.Spread;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.ticks.Distribution;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BenchResultTest {
  private static final double PRECISION = 0.002;

  private final BenchResult result = BenchResultFixture.threeRounds();

  private Row row(String scenario, String scheduler) {
    return result.rows().stream()
        .filter(row -> row.scenario().equals(scenario) && row.scheduler().equals(scheduler))
        .findFirst()
        .orElseThrow();
  }

  private static void assertSpread(double median, double lowest, double highest, Spread spread) {
    assertEquals(median, spread.median(), PRECISION * median);
    assertEquals(lowest, spread.lowest(), PRECISION * lowest);
    assertEquals(highest, spread.highest(), PRECISION * highest);
  }

  @Test
  void takesQuantilesOfAllRoundsTogether() {
    Row row = row("mixed", "partitioned");

    assertEquals(300, row.ticks());
    assertEquals(100e-6, row.driftSeconds().p50(), PRECISION * 100e-6);
    assertEquals(150e-6, row.driftSeconds().p99(), PRECISION * 150e-6);
    assertEquals(1.5e-3, row.driftSeconds().p999(), PRECISION * 1.5e-3);
    assertEquals(1.5e-3, row.driftSeconds().max(), PRECISION * 1.5e-3);
    assertSpread(100e-6, 50e-6, 150e-6, row.driftP99ByRound());
  }

  @Test
  void addsUpWhatWasUsedAndMissedInAllRounds() {
    Row row = row("mixed-stressed", "scheduled-pool");

    assertEquals(1 + 2 + 3, row.missed());
    assertEquals(0.6 / 6, row.cpuCores(), 1e-9);
    assertEquals(6_000 / 6.0, row.contextSwitchesPerSecond(), 1e-9);
    assertEquals(140e-6, row.executionP50Seconds(), PRECISION * 140e-6);
    assertNull(row("mixed", "cyclictest").executionP50Seconds());
    assertEquals(0.02, row.missRates().lowest(), 1e-9);
    assertEquals(Set.of("compilers"), row.threadsPerSecond().keySet());
    ThreadRole.Time compilers = row.threadsPerSecond().get("compilers");
    assertEquals(0.12 / 6, compilers.cpuSeconds(), 1e-9);
    assertEquals(0.6 / 6, compilers.waitedSeconds(), 1e-9);
    assertEquals(0.04, row.missRates().highest(), 1e-9);
  }

  @Test
  void comparesWithTheControlsOfTheSameRound() {
    Row row = row("mixed", "partitioned");

    assertEquals(Set.of("cyclictest", "scheduled-pool", "floor"), row.ratioTo().keySet());
    assertSpread(0.5, 0.5, 0.5, row.ratioTo().get("cyclictest").p99());
    assertSpread(0.5, 0.25, 0.75, row.ratioTo().get("scheduled-pool").p50());
    assertEquals(Set.of("scheduled-pool", "floor"), row("mixed", "cyclictest").ratioTo().keySet());
  }

  @Test
  void showsWhatTheStallsOfEachRoundLeaveToAnIdealScheduler() {
    Row floor = row("mixed", "floor");

    assertEquals("simulated", floor.waiting());
    assertEquals(
        3 * (8 + 1),
        floor.missed(),
        "in each round eight ticks at 1 kHz, and one at 128 Hz, were a period late");
    assertEquals(8e-3, floor.driftSeconds().max(), PRECISION * 8e-3, "both cores stalled at once");
    assertTrue(
        result.rows().stream()
            .noneMatch(r -> r.scenario().endsWith("stressed") && r.scheduler().equals("floor")));
  }

  @Test
  void takesTheMeanOfTheTwoMiddleRoundsAsMedian() {
    assertSpread(2.5, 1, 9, Spread.of(List.of(9.0, 1.0, 3.0, 2.0)));
  }

  /** The fourth and the twelfth of fifteen: a fair coin falls so in 96.5 of 100 cases. */
  @Test
  void givesTheMedianAnIntervalFromSixRoundsOn() {
    List<Double> fifteen = IntStream.rangeClosed(1, 15).mapToObj(Double::valueOf).toList();
    assertEquals(new Spread(8, 1, 15.0, 4.0, 12.0), Spread.of(fifteen));
    assertEquals(new Spread(3.5, 1, 6.0, 1.0, 6.0), Spread.of(fifteen.subList(0, 6)));
    assertEquals(new Spread(3, 1, 5.0, null, null), Spread.of(fifteen.subList(0, 5)));
  }

  @Test
  void hasThePublicShape() throws IOException {
    JsonNode json = new ObjectMapper().readTree(Json.write(result));

    assertEquals(3, json.get("rounds").asInt());
    assertEquals(7, json.get("rows").size(), "and the floor of the scenario without stress");
    for (JsonNode row : json.get("rows")) {
      Set<String> keys = new HashSet<>();
      row.fieldNames().forEachRemaining(keys::add);
      assertTrue(
          keys.containsAll(
              Set.of(
                  "scenario",
                  "scheduler",
                  "waiting",
                  "drift_seconds",
                  "missed",
                  "cpu_cores",
                  "context_switches_per_second")),
          keys::toString);
      Set<String> quantiles = new HashSet<>();
      row.get("drift_seconds").fieldNames().forEachRemaining(quantiles::add);
      assertEquals(Set.of("p50", "p90", "p99", "p999", "max"), quantiles);
    }
  }

  @Test
  void leavesOutWhoFailedInThatScenarioAloneAndSaysWhy() {
    BenchResult failed = BenchResultFixture.threeRounds("cyclictest");

    assertEquals(
        List.of(new BenchResult.Failure("mixed", "cyclictest", 3, "the process died", "")),
        failed.leftOut());
    assertEquals(
        List.of("mixed floor", "mixed scheduled-pool", "mixed partitioned"),
        failed.rows().stream()
            .filter(row -> row.scenario().equals("mixed"))
            .map(row -> row.scenario() + " " + row.scheduler())
            .toList());
    assertEquals(6, failed.rows().size());
    assertEquals(
        Set.of("scheduled-pool", "floor"),
        failed.rows().stream()
            .filter(row -> row.scheduler().equals("partitioned"))
            .findFirst()
            .orElseThrow()
            .ratioTo()
            .keySet());
  }

  /** Without the quiet rounds, the ratio would be that of the machine's worst ones. */
  @Test
  void aRoundInWhichTheControlHadNoDriftHasTheGreatestRatio() {
    List<Measurement> own = List.of(drifted(50_000), drifted(50_000), drifted(50_000));
    List<Measurement> once = List.of(drifted(0), drifted(25_000), drifted(0));
    List<Measurement> always = List.of(drifted(10_000), drifted(25_000), drifted(25_000));

    List<Measurement> mostly = List.of(drifted(0), drifted(25_000), drifted(10_000));

    assertNull(BenchResult.ratio(own, once, 0.99), "it has in two of three");
    Spread unbounded = BenchResult.ratio(own, mostly, 0.99);
    assertEquals(5, unbounded.median(), 0.01);
    assertEquals(2, unbounded.lowest(), 0.01);
    assertNull(unbounded.highest());
    assertEquals(new Spread(1, 1, 1.0, null, null), BenchResult.ratio(once, once, 0.99));
    assertSpread(2, 2, 5, BenchResult.ratio(own, always, 0.99));
  }

  private static Measurement drifted(long ns) {
    return new Measurement(
        Distribution.empty().and(ns, 100),
        Optional.empty(),
        0,
        Optional.empty(),
        new Measurement.Usage(1, 0, 0, Map.of()));
  }

  /** One with a collector that failed is not replaced by one without. */
  @Test
  void aControlThatIsAJvmHasTheSameJvm() {
    List<Measurement> rounds = List.of(drifted(1_000));
    Policy zgc = Policy.OTHER.withZgc(true);

    assertNull(BenchResult.controlOf("scheduled-pool", zgc, Map.of("scheduled-pool", rounds)));
    assertEquals(
        rounds, BenchResult.controlOf("scheduled-pool", zgc, Map.of("scheduled-pool-zgc", rounds)));
    assertEquals(rounds, BenchResult.controlOf("floor", zgc, Map.of("floor", rounds)));
  }
}
