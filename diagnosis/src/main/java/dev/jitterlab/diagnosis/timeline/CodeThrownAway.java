package dev.jitterlab.diagnosis.timeline;

/**
 * A deoptimisation: optimised code that a speculation of the compiler failed in. Immutable.
 *
 * @param atNs in nanoseconds since the epoch
 * @param thread the thread that left the code; {@link JvmTimeline#ALL_THREADS} if the source is the
 *     JIT log, which names none
 * @param method class and method, such as {@code game.rules.Battle::step}
 * @param line the line in the source; 0 if unknown
 * @param reason such as {@code unstable_if}; empty if unknown
 * @param action what the JVM does: {@code reinterpret}, {@code maybe_recompile}, {@code none};
 *     empty if unknown
 * @param event the event that shows it
 * @param compilation the number of the compilation whose code was thrown away; {@link #UNKNOWN}
 *     where the source does not say. The method may have been inlined into that of the compilation.
 * @param bytecode where in the method's bytecode the speculation stood; {@link #UNKNOWN} likewise
 * @param instruction what stands there, such as {@code if_acmpne}; empty if unknown
 */
public record CodeThrownAway(
    long atNs,
    long thread,
    String method,
    int line,
    String reason,
    String action,
    String event,
    int compilation,
    int bytecode,
    String instruction) {
  /** For a number that the source does not have. */
  public static final int UNKNOWN = -1;

  /** Such as {@code game.rules.Battle.step, line 41 (unstable_if)}. */
  public String words() {
    return method.replace("::", ".")
        + (line > 0 ? ", line " + line : "")
        + (reason.isEmpty() ? "" : " (" + reason + ")");
  }
}
