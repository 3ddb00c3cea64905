package dev.jitterlab.lab.ticks;

/**
 * One line of a tick log.
 *
 * @param window when the values were recorded
 * @param metric what they are values of
 * @param values signed: early drift is negative here
 */
public record TickInterval(Window window, TickTime metric, Distribution values) {}
