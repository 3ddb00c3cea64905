/**
 * Ticks and schedulers as Micrometer meters, for programs whose other metrics are there already.
 * Knows the tick runtime and Micrometer, and no backend of it.
 */
package dev.jitterlab.micrometer;
