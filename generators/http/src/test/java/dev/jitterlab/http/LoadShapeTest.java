package dev.jitterlab.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.arrivals.Arrivals;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LoadShapeTest {
  private static LoadShape shape(String... options) {
    LoadShape shape = new LoadShape();
    new CommandLine(shape).parseArgs(options);
    shape.check();
    return shape;
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
