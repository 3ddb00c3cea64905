package dev.jitterlab.locks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ThreadSharesTest {
  private static Map<String, Double> values(long[] sinceScrape, long[] sinceStart, String window) {
    return ThreadShares.gauges(sinceScrape, sinceStart).stream()
        .map(GaugeSnapshot.class::cast)
        .flatMap(
            gauge ->
                gauge.getDataPoints().stream()
                    .filter(point -> window.equals(point.getLabels().get("window")))
                    .map(point -> Map.entry(gauge.getMetadata().getName(), point.getValue())))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Test
  void comparesTheThreadWithMostWithTheMeanAndWithTheThreadWithFewest() {
    long[] start = {300, 100, 200};
    assertEquals(
        Map.of(
            "jitterlab_lock_busiest_thread_ratio", 1.5,
            "jitterlab_lock_idlest_thread_ratio", 0.5,
            "jitterlab_lock_busiest_to_idlest_ratio", 3.0),
        values(new long[] {0, 0, 30}, start, "start"));
  }

  @Test
  void aThreadThatGotNothingMakesTheRatioALowerBound() {
    Map<String, Double> scrape = values(new long[] {0, 0, 30}, new long[] {1, 1, 31}, "scrape");
    assertEquals(3, scrape.get("jitterlab_lock_busiest_thread_ratio"));
    assertEquals(0, scrape.get("jitterlab_lock_idlest_thread_ratio"));
    assertEquals(30, scrape.get("jitterlab_lock_busiest_to_idlest_ratio"));
  }

  @Test
  void aWindowInWhichNobodyGotALockHasNoValue() {
    assertEquals(Map.of(), values(new long[3], new long[] {1, 2, 3}, "scrape"));
  }
}
