package dev.jitterlab.lab.ticks;

/**
 * The response times of one server in one stretch of time.
 *
 * @param server its id
 * @param values not empty
 */
public record ResponseLine(String server, Window window, Distribution values) {}
