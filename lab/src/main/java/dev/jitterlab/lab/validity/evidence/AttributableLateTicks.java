package dev.jitterlab.lab.validity.evidence;

import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SamplesReader.Point;
import dev.jitterlab.lab.ticks.Window;
import java.util.List;

/**
 * Which of the servers' late ticks came when the machine itself stalled.
 *
 * <p>Some would have come then anyway: in a tenth of the time there is a tenth of the late ticks.
 * What the stalls explain is the excess, known from epidemiology as the attributable fraction
 * (Levin, 1953): with the share s of late ticks in stalled seconds, which are the share b of the
 * time, it is (s − b) / (1 − b).
 *
 * @param late late ticks of all servers, above 1.1 periods
 * @param inStalls those of them that a server counted in a second in which the control stalled
 * @param seconds the time that was looked at, added up over the servers
 * @param stalledSeconds of it, the seconds in which the control stalled
 */
public record AttributableLateTicks(
    double late, double inStalls, double seconds, double stalledSeconds) {
  private static final String LATE = "jitterlab_ticks_late_total";
  private static final String THRESHOLD = "threshold=\"1.1\"";

  /** A scrape is answered up to so much later than its samples say. */
  private static final double SCRAPE_SECONDS = 0.5;

  /** Over these blocks. */
  public static AttributableLateTicks of(
      List<IdleControl> controls, Evidence evidence, SamplesReader samples) {
    double late = 0;
    double inStalls = 0;
    double seconds = 0;
    double stalledSeconds = 0;
    for (IdleControl control : controls) {
      StallTimes stalls = StallTimes.of(control.seconds());
      for (Evidence.MeasuredProcess server : evidence.servers()) {
        if (server.block() != control.block()) {
          continue;
        }
        for (Window window : server.windows().parts()) {
          Point before = null;
          for (Point now :
              samples.series(server.id(), LATE, THRESHOLD, window.from(), window.to())) {
            if (before != null) {
              double more = Math.max(0, now.value() - before.value());
              boolean isStalled = stalls.touches(before.at(), now.at() + SCRAPE_SECONDS);
              late += more;
              inStalls += isStalled ? more : 0;
              seconds += now.at() - before.at();
              stalledSeconds += isStalled ? now.at() - before.at() : 0;
            }
            before = now;
          }
        }
      }
    }
    return new AttributableLateTicks(late, inStalls, seconds, stalledSeconds);
  }

  /** The share of the time in which the control stalled. */
  public double stalledRatio() {
    return seconds == 0 ? 0 : stalledSeconds / seconds;
  }

  /** The share of the late ticks that the stalls explain; of no late ticks, none. */
  public double explainedRatio() {
    double base = stalledRatio();
    return late == 0 || base >= 1 ? 0 : Math.clamp((inStalls / late - base) / (1 - base), 0, 1);
  }
}
