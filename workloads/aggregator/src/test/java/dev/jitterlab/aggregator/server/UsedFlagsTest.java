package dev.jitterlab.aggregator.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsedFlagsTest {
  @Test
  void showsWhatTheJvmReallyHas() {
    String heapBytes =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .getVMOption("MaxHeapSize")
            .getValue();
    double shownBytes =
        new UsedFlags()
            .collect().stream()
                .flatMap(one -> one.getDataPoints().stream())
                .filter(one -> "MaxHeapSize".equals(one.getLabels().get("flag")))
                .mapToDouble(one -> ((GaugeDataPointSnapshot) one).getValue())
                .sum();

    assertEquals(Double.parseDouble(heapBytes), shownBytes);
  }

  /** One that this JVM has dropped, or keeps locked, had no effect: the output says that, too. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "UseStringDeduplication",
        "InitiatingHeapOccupancyPercent",
        "ParallelGCThreads",
        "ConcGCThreads",
        "G1MixedGCLiveThresholdPercent"
      })
  void namesEachFlagOfThePaper(String flag) {
    String words = new UsedFlags().toString();
    assertTrue(words.contains(flag), words);
  }
}
