package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.metric.LateTicks;
import dev.jitterlab.tick.LateThreshold;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The servers count late ticks by the thresholds that the lab and the diagnosis ask for. */
class LateThresholdsTest {
  @Test
  void serversAndLabHaveTheSame() {
    assertEquals(
        LateTicks.THRESHOLDS,
        Arrays.stream(LateThreshold.values()).map(LateThreshold::label).toList());
  }
}
