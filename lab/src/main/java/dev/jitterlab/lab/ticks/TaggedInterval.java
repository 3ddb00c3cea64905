package dev.jitterlab.lab.ticks;

/**
 * One line of a log in HdrHistogram's format.
 *
 * @param tag what the values are
 * @param window when they were recorded
 * @param values not negative
 */
record TaggedInterval(String tag, Window window, Distribution values) {}
