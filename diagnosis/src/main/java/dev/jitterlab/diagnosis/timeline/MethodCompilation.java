package dev.jitterlab.diagnosis.timeline;

/**
 * A method that a JIT compiler compiled. Immutable.
 *
 * @param startNs in nanoseconds since the epoch
 * @param endNs likewise; the start, if the source has no end
 * @param method class and method, such as {@code game.rules.Battle::step}
 * @param level 1 to 3 for C1, 4 for C2
 * @param id its number among the JVM's compilations
 * @param failed whether it gave no code
 * @param event the event that shows it
 */
public record MethodCompilation(
    long startNs, long endNs, String method, int level, int id, boolean failed, String event) {
  /** The level of code that is fully optimised. */
  public static final int OPTIMISED = 4;
}
