package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.collector.GcLog;

/**
 * The collector's pauses of one kind and one cause, of the servers of a group while they were
 * measured. A server without a whole log ({@link GcLog#isWhole}) does not count: nobody knows its
 * pauses. Immutable.
 *
 * @param name such as {@code Pause Young (Normal)}
 * @param why such as {@code G1 Evacuation Pause}; empty where the log does not say
 * @param count how many there were
 * @param seconds how long they were, together
 * @param longestSeconds the longest
 * @param servers how many servers count
 * @param measuredSeconds how long they were measured, together
 */
public record PauseKind(
    String name,
    String why,
    int count,
    double seconds,
    double longestSeconds,
    int servers,
    double measuredSeconds) {

  /** How many there were in a server, on the mean. */
  public double perServer() {
    return (double) count / servers;
  }

  /** The mean pause. */
  public double meanSeconds() {
    return seconds / count;
  }

  /** The share of the measured time. */
  public double share() {
    return seconds / measuredSeconds;
  }
}
