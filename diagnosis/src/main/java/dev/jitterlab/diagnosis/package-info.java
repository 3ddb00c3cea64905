/**
 * Recordings and logs of a JVM in, the causes of its late ticks and slow requests out. {@link
 * dev.jitterlab.diagnosis.Diagnosis} is where to begin. Knows no run and no command line.
 */
package dev.jitterlab.diagnosis;
