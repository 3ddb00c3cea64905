package dev.jitterlab.diagnosis.timeline;

/**
 * How many methods waited for a JIT compiler. Immutable.
 *
 * @param atNs in nanoseconds since the epoch
 * @param compiler such as {@code c2}
 * @param methods how many
 */
public record QueueReading(long atNs, String compiler, long methods) {}
