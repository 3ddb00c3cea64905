package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Cause;
import java.util.List;

/**
 * A cause's part of a lateness. Immutable.
 *
 * @param cause the cause
 * @param ns its part
 * @param leastNs its part if it came last in the order of precedence
 * @param mostNs its part if it came first
 * @param ownNs how much of it arose while the work itself ran, where no event bounds it: so much
 *     keeps works behind it waiting, whatever made this one late before it began
 * @param evidence what shows it, each once, the longest first; a collection's own events before the
 *     operations around it; empty for {@link Cause#UNEXPLAINED}, and where it is not kept ({@link
 *     Budget#counted})
 */
public record BudgetPart(
    Cause cause, long ns, long leastNs, long mostNs, long ownNs, List<Sighting> evidence) {
  /** Copies the list. */
  public BudgetPart {
    evidence = List.copyOf(evidence);
  }

  /** A part of which nothing arose while the work ran. */
  public BudgetPart(Cause cause, long ns, long leastNs, long mostNs, List<Sighting> evidence) {
    this(cause, ns, leastNs, mostNs, 0, evidence);
  }

  /**
   * Whether what shows a cause is mostly the late work itself or the one before it. No pattern asks
   * for that.
   */
  public static boolean isOfTheWork(Cause cause) {
    return cause == Cause.RUN_QUEUE || cause == Cause.OWN_CODE || cause == Cause.PREDECESSOR;
  }
}
