package dev.jitterlab.battle.session;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * The offences of one session and what follows from them: each is dropped; the {@code warnAt}-th
 * within ten seconds is a warning, the {@code kickAt}-th the end. Not thread-safe.
 */
public final class Penalties {
  /** How long offences are added up before they are forgotten. */
  public static final Duration WINDOW = Duration.ofSeconds(10);

  /** How often since when. */
  private static final class Count {
    private int offences;
    private long sinceNs;
  }

  private final Map<Offence, Count> counts = new EnumMap<>(Offence.class);

  /** Counts an offence and returns what it leads to. */
  public Penalty on(Offence offence, long nowNs) {
    Count count = counts.computeIfAbsent(offence, first -> new Count());
    if (count.offences == 0 || nowNs - count.sinceNs >= WINDOW.toNanos()) {
      count.offences = 0;
      count.sinceNs = nowNs;
    }
    count.offences++;
    if (count.offences >= offence.kickAt) {
      return Penalty.KICK;
    }
    return count.offences == offence.warnAt ? Penalty.WARN : Penalty.DROP;
  }
}
