package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Do the servers' tick logs cover the whole measured time? */
final class TickLogGap implements Check {
  private static final String NAME = "tick_log_gap_ratio";

  /** Beyond the second bound the instance is nullified, and the other instances decide. */
  private static final Limit LIMIT = new Limit(0.01, 1);

  @Override
  public Finding examine(Evidence evidence) {
    if (!evidence.plan().hasTicks()) {
      String why = "the servers do not tick, so that there are no figures of ticks";
      return new Finding(NAME, Optional.empty(), LIMIT.valid(), Status.VALID, why, "");
    }
    Map<String, Double> gaps = new LinkedHashMap<>();
    for (Evidence.MeasuredProcess server : evidence.servers()) {
      MeasuredTicks ticks = evidence.ticks().get(server.id());
      gaps.put(server.id(), ticks == null ? 1 : ticks.gapRatio());
    }
    return Finding.ofWorst(
        NAME,
        LIMIT,
        Worst.greatest(gaps),
        worst ->
            "at worst, %s of the measured time is missing from the tick log of %s"
                .formatted(Units.share(worst.value()), worst.of()),
        "See in its stdout.log why it stopped recording.",
        "no block was measured");
  }
}
