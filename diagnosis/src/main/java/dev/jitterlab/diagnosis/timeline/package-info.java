/**
 * What happened in one JVM, on one clock: nanoseconds since the epoch. Nothing here knows where it
 * was read.
 */
package dev.jitterlab.diagnosis.timeline;
