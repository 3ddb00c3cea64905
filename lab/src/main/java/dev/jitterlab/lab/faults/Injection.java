package dev.jitterlab.lab.faults;

/**
 * A fault, as it is to be or as it was.
 *
 * @param victim the server's id; {@link #EVERYBODY} for one that hits all that run
 * @param fromNs nanoseconds since the epoch
 * @param toNs nanoseconds since the epoch
 */
public record Injection(FaultKind kind, String victim, long fromNs, long toNs) {
  /** The victim of a fault of the machine. */
  public static final String EVERYBODY = "*";
}
