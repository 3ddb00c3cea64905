package dev.jitterlab.diagnosis.timeline;

/**
 * How long a control group had been throttled by then. Immutable.
 *
 * @param atNs in nanoseconds since the epoch
 * @param totalNs since the group was made; over all its CPUs
 * @param event the event that shows it
 */
public record ThrottledTime(long atNs, long totalNs, String event) {}
