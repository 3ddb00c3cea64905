package dev.jitterlab.periodic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.tick.ExternalTask;
import dev.jitterlab.tick.Rate;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ReleaseJitterTest {
  private static final long PERIOD_NS = 1_000_000;

  private final ReleaseJitter jitter = new ReleaseJitter();
  private final ExternalTask task = new ExternalTask("t", Rate.hz(1_000), jitter.ofTask());

  private Histogram recorded(String tag) {
    return jitter.times().get(tag).get();
  }

  /** One late tick is a long interval and a short one; a steady lateness is none. */
  @Test
  void isTheTimeBetweenStartsAgainstThePeriod() {
    long[] latenessNs = {500, 500, 900, 500};
    for (int i = 0; i < latenessNs.length; i++) {
      long startNs = i * PERIOD_NS + latenessNs[i];
      task.ticked(i * PERIOD_NS, startNs, startNs);
    }
    Histogram longer = recorded("release-jitter");
    Histogram shorter = recorded("release-jitter-early");

    assertEquals(2, longer.getTotalCount(), "three intervals of four starts, one of them short");
    assertEquals(1, longer.getCountAtValue(0));
    assertEquals(1, longer.getCountAtValue(400));
    assertEquals(1, shorter.getTotalCount());
    assertEquals(1, shorter.getCountAtValue(400));
  }
}
