package dev.jitterlab.bench.jit;

import dev.jitterlab.lab.run.Environment;
import java.util.List;
import java.util.Map;

/**
 * What {@code bench jit} found out; {@code bench.json}, a public interface.
 *
 * @param rounds how often each JDK was asked
 * @param secondsPerJvm how long each JVM timed its method
 * @param jdks feature release to the whole version
 * @param figures by group and figure, one value for each round; a group is a JDK, such as {@code
 *     25}, or a tier on a JDK, such as {@code tier-3-25}. Times are in seconds; whether something
 *     happened is 1 or 0
 * @param directives by JDK: every switch that was tried the other way round, and what came of it
 * @param notes what is to be read with care, or was left out, and why
 * @param environment the machine
 */
public record JitResult(
    int rounds,
    double secondsPerJvm,
    Map<Integer, String> jdks,
    Map<String, Map<String, List<Double>>> figures,
    Map<Integer, Map<String, String>> directives,
    List<String> notes,
    Environment environment) {
  /** How a tier on a JDK is named. */
  public static String tier(int tier, int jdk) {
    return "tier-" + tier + "-" + jdk;
  }

  /** The rounds' values; none where it was not found out. */
  List<Double> of(String group, String figure) {
    return figures.getOrDefault(group, Map.of()).getOrDefault(figure, List.of());
  }
}
