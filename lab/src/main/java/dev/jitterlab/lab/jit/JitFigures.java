package dev.jitterlab.lab.jit;

import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.util.List;

/**
 * The deoptimisations of an instance in a span of time.
 *
 * @param deoptimisations of any method
 * @param ofTickMethods of those, the ones of methods on the tick's path
 * @param tickBytecodes the sizes of the latter, in bytecodes: how much code of the tick fell back
 */
public record JitFigures(long deoptimisations, long ofTickMethods, long tickBytecodes) {
  /** Counts what lies in the windows. */
  public static JitFigures of(
      List<Deoptimisation> all, List<String> tickPackages, MeasuredWindows windows) {
    List<Deoptimisation> inside =
        all.stream().filter(one -> windows.containsMoment(one.at())).toList();
    List<Deoptimisation> ofTick = inside.stream().filter(one -> one.isIn(tickPackages)).toList();
    return new JitFigures(
        inside.size(), ofTick.size(), ofTick.stream().mapToLong(Deoptimisation::bytecodes).sum());
  }
}
