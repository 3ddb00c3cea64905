/**
 * Shows a running JVM to Prometheus: its ticks, its own state, and whatever its owner registers.
 */
package dev.jitterlab.observer;
