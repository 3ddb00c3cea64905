package dev.jitterlab.lab.validity.evidence;

import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SamplesReader.Point;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.ticks.Window;
import java.util.List;

/**
 * For how long the idle control process waited for a CPU because of stalls: what it waited in the
 * seconds with a stall, less what it waits in as many quiet ones. Waking up a thousand times a
 * second costs some waiting on any machine.
 */
public final class WaitInStalls {
  private double stalledSeconds;
  private double waitedStalled;
  private double quietSeconds;
  private double waitedQuiet;

  private WaitInStalls() {}

  /** In seconds, over these blocks; 0 where the kernel does not count it. */
  public static double seconds(List<IdleControl> controls, SamplesReader samples) {
    WaitInStalls waits = of(controls, samples);
    double quiet = waits.quietSeconds == 0 ? 0 : waits.waitedQuiet / waits.quietSeconds;
    return Math.max(0, waits.waitedStalled - quiet * waits.stalledSeconds);
  }

  /**
   * All that it waited in the seconds with a stall of a block: what explains the stalls if servers
   * fill the CPUs throughout, so that it waits as long in quiet seconds.
   */
  static double allSeconds(IdleControl control, SamplesReader samples) {
    return of(List.of(control), samples).waitedStalled;
  }

  private static WaitInStalls of(List<IdleControl> controls, SamplesReader samples) {
    WaitInStalls waits = new WaitInStalls();
    controls.forEach(control -> waits.add(control, samples));
    return waits;
  }

  private void add(IdleControl control, SamplesReader samples) {
    StallTimes stalls = StallTimes.of(control.seconds());
    control.measured().parts().forEach(window -> add(control, stalls, window, samples));
  }

  private void add(IdleControl control, StallTimes stalls, Window window, SamplesReader samples) {
    Point before = null;
    for (Point now :
        samples.series(
            IdleControl.id(control.block()),
            LabMetrics.RUN_QUEUE,
            null,
            window.from(),
            window.to())) {
      if (before != null) {
        boolean isStalled = stalls.touches(before.at(), now.at());
        double seconds = now.at() - before.at();
        double waited = now.value() - before.value();
        stalledSeconds += isStalled ? seconds : 0;
        waitedStalled += isStalled ? waited : 0;
        quietSeconds += isStalled ? 0 : seconds;
        waitedQuiet += isStalled ? 0 : waited;
      }
      before = now;
    }
  }
}
