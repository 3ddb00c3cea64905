package dev.jitterlab.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.arrivals.Arrivals;
import dev.jitterlab.arrivals.TimeSpan;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LoadShapeTest {
  private static LoadShape shape(String... options) {
    LoadShape shape = new LoadShape();
    new CommandLine(shape).registerConverter(TimeSpan.class, TimeSpan::parse).parseArgs(options);
    shape.check();
    return shape;
  }

  /** Else the load's own limit would be found, and said to be the server's. */
  @Test
  void aSearchMayHaveAsManyUnderWayAsAServerThatKeepsItsPromise() {
    assertEquals(7_500, shape("--search-rate=100-5000", "--slo=1s").connections());
    assertEquals(1_000, shape("--search-rate=100-5000", "--slo=50ms").connections());
    assertEquals(10_000, shape("--search-rate=100-50000", "--slo=1s").connections());
    assertEquals(3, shape("--search-rate=1-9", "--slo=1s", "--connections=3").connections());
    assertEquals(1_000, shape("--rate=5000").connections());
  }

  /** A search's rate is of journeys, and each of these has several requests. */
  @Test
  void connectionsAreForAllRequestsOfTheJourneys() {
    String scenario =
        "--scenario={journeys: [{name: a, weight: 3, steps: [{get: /1}, {get: /2}, {get: /3}]},"
            + " {name: b, steps: [{get: /4}]}]}";
    assertEquals(
        3_750,
        shape("--search-rate=100-1000", "--slo=1s", scenario).connections(),
        "2.5 requests a journey");
    assertEquals(3_750, shape("--rate=1000", "--slo=1s", scenario).connections());
  }

  /** A capacity is also found by a load that rises by its plan. */
  @Test
  void loadsThatRiseMayHaveAsManyUnderWayAsTheirHighestRateNeeds() {
    assertEquals(7_500, shape("--model=ramp", "--rate=100..5000:30s", "--slo=1s").connections());
    assertEquals(
        7_500, shape("--model=steps", "--rate=100:10s,5000:10s,50", "--slo=1s").connections());
    assertEquals(7_500, shape("--rate=5000", "--slo=1s").connections());
    assertEquals(1_000, shape("--model=ramp", "--rate=100..5000:30s").connections());
  }

  @Test
  void sendsRequestsAtOnceAtTheSameRate() {
    Arrivals arrivals = shape("--rate=200", "--burst=3").plan().arrivals();
    assertEquals(15_000_000, arrivals.nextNs());
    assertEquals(15_000_001, arrivals.nextNs());
    assertEquals(15_000_002, arrivals.nextNs());
    assertEquals(30_000_000, arrivals.nextNs());
    assertEquals(5_000_000, shape("--rate=200").plan().arrivals().nextNs());
  }
}
