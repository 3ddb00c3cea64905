package dev.jitterlab.diagnosis.timeline;

/**
 * A call that the compiler did not inline. Immutable.
 *
 * @param atNs in nanoseconds since the epoch
 * @param caller class and method, such as {@code game.rules.Battle::step}
 * @param callee likewise
 * @param why what the compiler says, such as {@code hot method too big}
 * @param event the event that shows it
 */
public record RefusedInlining(long atNs, String caller, String callee, String why, String event) {
  /** Whether it is for the size of a method, which its author can change. */
  public boolean isForSize() {
    return why.contains("too big") || why.contains("too large") || why.contains("size >");
  }
}
