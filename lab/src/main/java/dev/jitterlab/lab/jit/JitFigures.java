package dev.jitterlab.lab.jit;

import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The deoptimisations of an instance in a span of time, and what C2 compiled until its end.
 *
 * @param deoptimisations of any method
 * @param ofTickMethods of those, the ones of methods on the tick's path
 * @param tickBytecodes the sizes of the latter, in bytecodes: how much code of the tick fell back
 * @param mostCompilations how often C2 compiled the method of the tick that it compiled most often,
 *     since the server's start; 0 if it compiled none
 * @param repeatedBytecodes the sizes of the tick's methods, each for every time that C2 compiled it
 *     anew
 */
public record JitFigures(
    long deoptimisations,
    long ofTickMethods,
    long tickBytecodes,
    long mostCompilations,
    long repeatedBytecodes) {
  /** Counts what lies in the windows, and compilations before their end. */
  public static JitFigures of(
      List<OptimisedCode> all,
      List<OptimisedCode> compiled,
      List<String> tickPackages,
      MeasuredWindows windows) {
    List<OptimisedCode> inside =
        all.stream().filter(one -> windows.containsMoment(one.at())).toList();
    List<OptimisedCode> ofTick = inside.stream().filter(one -> one.isIn(tickPackages)).toList();
    Map<String, List<OptimisedCode>> byMethod =
        compiled.stream()
            .filter(one -> one.at() < windows.to() && one.isIn(tickPackages))
            .collect(Collectors.groupingBy(OptimisedCode::method));
    return new JitFigures(
        inside.size(),
        ofTick.size(),
        ofTick.stream().mapToLong(OptimisedCode::bytecodes).sum(),
        byMethod.values().stream().mapToLong(List::size).max().orElse(0),
        byMethod.values().stream()
            .flatMap(ofMethod -> ofMethod.stream().skip(1))
            .mapToLong(OptimisedCode::bytecodes)
            .sum());
  }
}
