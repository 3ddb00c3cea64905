package dev.jitterlab.locks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LockMetricsTest {
  private static Map<String, Double> collected(LockMetrics metrics) {
    Map<String, Double> values = new TreeMap<>();
    for (MetricSnapshot snapshot : metrics.collect()) {
      for (DataPointSnapshot point : snapshot.getDataPoints()) {
        StringBuilder name = new StringBuilder(snapshot.getMetadata().getName());
        point.getLabels().forEach(label -> name.append(' ').append(label.getValue()));
        values.put(
            name.toString(),
            point instanceof CounterDataPointSnapshot
                ? ((CounterDataPointSnapshot) point).getValue()
                : ((GaugeDataPointSnapshot) point).getValue());
      }
    }
    return values;
  }

  @Test
  void exposesWhatThreadsGotAndWaited() throws Exception {
    Competition competition = new Competition(3, 2, LockKind.STRICT.locks(0), 20, 20);
    LockMetrics metrics = new LockMetrics(competition, new ConvoyFinder(2));
    competition.start();
    while (competition.competitors().stream().anyMatch(one -> one.acquisitions() < 200)) {
      Thread.sleep(1);
    }
    assertEquals(0, competition.end());
    Map<String, Double> first = collected(metrics);
    Map<String, Double> second = collected(metrics);

    assertEquals((double) competition.acquisitions(), first.get("jitterlab_lock_acquisitions"));
    String wait = "jitterlab_lock_longest_wait_seconds ";
    assertTrue(first.get(wait + "shortest scrape") > 0, first::toString);
    assertTrue(first.get(wait + "middle scrape") >= first.get(wait + "shortest scrape"));
    assertTrue(first.get(wait + "longest scrape") >= first.get(wait + "middle scrape"));
    assertEquals(first.get(wait + "longest scrape"), first.get(wait + "longest start"));
    assertEquals(0, second.get(wait + "longest scrape"), "nobody waited since");
    assertEquals(first.get(wait + "longest start"), second.get(wait + "longest start"));
    assertTrue(first.get("jitterlab_lock_busiest_thread_ratio start") >= 1, first::toString);
    assertTrue(first.get("jitterlab_lock_idlest_thread_ratio start") <= 1, first::toString);
  }

  @Test
  void exposesConvoysByLock() {
    ConvoyFinder finder = new ConvoyFinder(2);
    var unused = finder.window(0.5, 100, 60, new double[] {0.1, 2.5});
    Map<String, Double> values =
        collected(new LockMetrics(new Competition(3, 2, LockKind.STRICT.locks(0), 20, 20), finder));

    assertEquals(0, values.get("jitterlab_lock_convoys 1"));
    assertEquals(1, values.get("jitterlab_lock_convoys 2"));
    assertEquals(0.5, values.get("jitterlab_lock_convoy_seconds 2"));
    assertEquals(0.5, values.get("jitterlab_lock_any_convoy_seconds"));
    assertEquals(2.5, values.get("jitterlab_lock_waiting_threads 2"));
  }
}
