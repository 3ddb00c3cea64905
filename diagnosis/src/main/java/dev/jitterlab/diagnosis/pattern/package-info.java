/**
 * Patterns behind the causes: what a reader of recordings would recognise. Each is one class in the
 * list {@link dev.jitterlab.diagnosis.pattern.Patterns} and names the events that it needs. No sums
 * of time: those are in {@code budget}.
 */
package dev.jitterlab.diagnosis.pattern;
