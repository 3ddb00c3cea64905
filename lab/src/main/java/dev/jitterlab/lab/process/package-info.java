/**
 * Processes of this machine: the local implementation of {@code lab.host}. Starts each in a session
 * of its own, ends them with the lab ({@code Guardian}), reads {@code /proc} and {@code /sys}.
 * Process ids stay in here and in {@code lab.machine}.
 */
package dev.jitterlab.lab.process;
