package dev.jitterlab.lab.experiment;

/**
 * How long the phases of a block last.
 *
 * @param warmupSeconds load runs, nothing is measured; at most so long where {@code
 *     warmupUntilSteady}
 * @param warmupUntilSteady a block's warm-up ends when all its servers are steady
 * @param durationSeconds load runs and is measured
 * @param readyTimeoutSeconds how long a process may take to become ready
 */
public record Timing(
    double warmupSeconds,
    boolean warmupUntilSteady,
    double durationSeconds,
    double readyTimeoutSeconds) {
  /** For how long load runs, at most. */
  public double loadSeconds() {
    return warmupSeconds + durationSeconds;
  }
}
