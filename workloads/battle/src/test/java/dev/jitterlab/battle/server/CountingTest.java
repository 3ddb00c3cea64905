package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CountingTest {
  @Test
  void startsNoTimerThatTickThreadsWouldShare() {
    Counter counter = Counter.builder().name("counting_total").register(new PrometheusRegistry());
    counter.inc();

    List<String> timers =
        Thread.getAllStackTraces().keySet().stream()
            .map(Thread::getName)
            .filter(name -> name.startsWith("prometheus-metrics-scheduler"))
            .collect(Collectors.toList());
    assertEquals(List.of(), timers, "does prometheus.properties turn exemplars off?");
  }
}
