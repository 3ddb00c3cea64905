package dev.jitterlab.diagnosis.timeline;

/**
 * How the times of a source were brought onto the recording's clock. Immutable.
 *
 * @param source the source, such as {@code gc.log}
 * @param method how, in words
 * @param errorNs how far a time may be off
 */
public record Alignment(String source, String method, long errorNs) {}
