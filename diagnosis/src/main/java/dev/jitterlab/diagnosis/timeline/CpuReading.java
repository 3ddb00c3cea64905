package dev.jitterlab.diagnosis.timeline;

/**
 * How busy the CPUs were in the second or so before. Shares are of all CPUs, from 0 to 1.
 * Immutable.
 *
 * @param atNs in nanoseconds since the epoch
 * @param process by this JVM
 * @param machine by everything
 * @param event the event that shows it
 */
public record CpuReading(long atNs, double process, double machine, String event) {}
