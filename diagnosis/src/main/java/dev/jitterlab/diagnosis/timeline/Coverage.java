package dev.jitterlab.diagnosis.timeline;

import java.util.Optional;

/**
 * Whether a cause would have been seen. Immutable.
 *
 * @param cause the cause
 * @param recorded whether anything recorded it
 * @param fromNs what is shorter was not recorded; 0 if all was
 * @param why what was not recorded, as a sentence without its end; empty if all was
 * @param remedy what to do to have it recorded
 */
public record Coverage(Cause cause, boolean recorded, long fromNs, String why, String remedy) {
  /** Shorter waits than this are no cause of a late tick. */
  private static final long FINE_NS = 1_000_000;

  static Coverage full(Cause cause) {
    return new Coverage(cause, true, 0, "", cause.remedy());
  }

  static Coverage none(Cause cause, String why) {
    return none(cause, why, cause.remedy());
  }

  static Coverage none(Cause cause, String why, String remedy) {
    return new Coverage(cause, false, 0, why, remedy);
  }

  static Coverage from(Cause cause, String event, long thresholdNs) {
    return thresholdNs <= FINE_NS
        ? new Coverage(cause, true, thresholdNs, "", cause.remedy())
        : new Coverage(
            cause,
            true,
            thresholdNs,
            event + " was recorded from " + thresholdNs / 1_000_000 + " ms on only",
            cause.remedy());
  }

  /** What the reader must know: that it was not, or not wholly, recorded. */
  public Optional<String> gap() {
    return why.isEmpty() ? Optional.empty() : Optional.of(why);
  }
}
