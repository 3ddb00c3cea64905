package dev.jitterlab.connections;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ServerCountsTest {
  private static long seconds(int n) {
    return TimeUnit.SECONDS.toNanos(n);
  }

  @Test
  void ratesLeaveOutOnlyTheMeasuringBeforeTheLastConnection() {
    ServerCounts counts = new ServerCounts();
    counts.accepted.add(60);
    counts.accept(seconds(100));
    counts.accept(seconds(101)); // the first one counts
    counts.measure(seconds(3));
    counts.greet(seconds(105));
    counts.measure(seconds(2)); // after the last connection

    assertEquals(12, counts.acceptedPerSecond(), 1e-9);
    assertEquals(30, counts.acceptedPerSecondWithoutMeasuring(), 1e-9);
  }

  @Test
  void noConnectionNoRate() {
    assertEquals(0, new ServerCounts().acceptedPerSecond());
    assertEquals(0, new ServerCounts().acceptedPerSecondWithoutMeasuring());
  }
}
