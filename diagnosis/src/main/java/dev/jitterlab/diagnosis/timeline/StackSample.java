package dev.jitterlab.diagnosis.timeline;

import java.util.List;

/**
 * What a thread ran at a moment. Immutable.
 *
 * @param atNs in nanoseconds since the epoch
 * @param thread the thread
 * @param frames class and method of each frame, the innermost first
 * @param interpreted whether the innermost frame ran in the interpreter
 */
public record StackSample(long atNs, long thread, List<String> frames, boolean interpreted) {}
