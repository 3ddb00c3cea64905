package dev.jitterlab.diagnosis.timeline;

import java.util.Locale;
import java.util.Optional;

/**
 * Whether a cause would have been seen. Immutable.
 *
 * @param cause the cause
 * @param recorded whether anything recorded it
 * @param why what was not recorded, as a sentence without its end; empty if all was
 * @param remedy what to do to have it recorded
 */
public record Coverage(Cause cause, boolean recorded, String why, String remedy) {
  /** What to do where the threads of slow requests are unknown. */
  public static final String NAME_THREADS =
      "Set workload.server.requests in the experiment (docs/experiments.md): then the recording"
          + " names the thread of each slow request.";

  /** Shorter waits than this are no cause of a late tick. */
  private static final long FINE_NS = 1_000_000;

  static Coverage full(Cause cause) {
    return new Coverage(cause, true, "", cause.remedy());
  }

  static Coverage none(Cause cause, String why) {
    return none(cause, why, cause.remedy());
  }

  static Coverage none(Cause cause, String why, String remedy) {
    return new Coverage(cause, false, why, remedy);
  }

  static Coverage from(Cause cause, String event, long thresholdNs) {
    String why =
        thresholdNs <= FINE_NS
            ? ""
            : event + " was recorded from " + thresholdNs / 1_000_000 + " ms on only";
    return new Coverage(cause, true, why, cause.remedy());
  }

  /** The same where an event came so often that some may have been dropped. */
  Coverage limited(String event, long mostASecond) {
    String limit =
        String.format(
            Locale.ROOT,
            "%s was limited to %,d a second, so some may be missing",
            event,
            mostASecond);
    String off = "Record " + event + " with throttle=off.";
    return why.isEmpty()
        ? new Coverage(cause, recorded, limit, off)
        : new Coverage(cause, recorded, why + ", and " + limit, remedy + " " + off);
  }

  /**
   * Whose threads are known. Immutable.
   *
   * @param some whether the thread of something late is known
   * @param requests whether the recording has requests with their threads
   */
  public record Threads(boolean some, boolean requests) {}

  /** Of a cause that is seen on a late work's thread, where those of slow requests are unknown. */
  public static Coverage ofThreads(Cause cause, Threads known) {
    return new Coverage(
        cause,
        known.some(),
        known.some()
            ? "the thread of some slow requests is not known"
            : "the threads of the slow requests are not known",
        known.requests()
            ? "The recording lacks the requests themselves: let the agent record shorter ones, too"
                + " (workload.server.requests.slow), or name the method that serves them"
                + " (workload.server.requests.method)."
            : NAME_THREADS);
  }

  /**
   * Of a cause that Flight Recorder does not see in virtual threads, where some were late.
   *
   * @param watched whether a watch looked at them from time to time
   */
  public static Coverage ofVirtualThreads(Cause cause, boolean watched) {
    return new Coverage(
        cause,
        true,
        watched
            ? "waits of virtual threads were looked for every 5 ms, so shorter ones are missing"
            : "Flight Recorder does not say when a virtual thread is parked or waits for a lock",
        watched
            ? "Measure a group with platform threads beside it: its recording has each wait from"
                + " 1 ms on."
            : "Use Jitterlab's tick runtime or agent, which look at virtual threads while they"
                + " work.");
  }

  /** What the reader must know: that it was not, or not wholly, recorded. */
  public Optional<String> gap() {
    return why.isEmpty() ? Optional.empty() : Optional.of(why);
  }
}
