package dev.jitterlab.lab.run;

/**
 * One value of one series: a row of {@code samples.duckdb}.
 *
 * @param at seconds since the epoch
 * @param source an instance id, {@code load/<block>} or {@code machine}
 * @param metric the sample's name, such as {@code jitterlab_ticks_late_total}
 * @param labels as in the exposition format without the braces, sorted by name; empty if none
 */
public record Sample(double at, String source, String metric, String labels, double value) {}
