package dev.jitterlab.diagnosis.budget;

/**
 * What shows a cause: where the reader finds it in the recording or log. Immutable.
 *
 * @param atNs when it began, in nanoseconds since the epoch
 * @param durationNs how long it took; 0 if it has no length
 * @param thread the thread's name
 * @param event the event's name, or the log
 * @param what details
 */
public record Sighting(long atNs, long durationNs, String thread, String event, String what) {}
