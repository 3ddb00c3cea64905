/**
 * Patterns behind the causes: what a reader of recordings would recognise. Each is one class in the
 * list {@link dev.jitterlab.diagnosis.pattern.Patterns} and names the events that it needs.
 */
package dev.jitterlab.diagnosis.pattern;
