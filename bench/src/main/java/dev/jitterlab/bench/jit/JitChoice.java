package dev.jitterlab.bench.jit;

import java.util.List;

/**
 * What the user of {@code bench jit} asked for. Immutable.
 *
 * @param jdks feature releases; empty for those of 11, 17, 21 and 25 that are here
 * @param rounds how often everything is asked of each JDK
 * @param seconds how long each JVM times its method
 * @param directives whether every compiler directive is tried, which takes the longest
 */
public record JitChoice(List<Integer> jdks, int rounds, double seconds, boolean directives) {}
