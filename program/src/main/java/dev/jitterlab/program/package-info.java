/**
 * What every program of a workload or a load generator does as a process: run its command, open its
 * parts, say that it is ready, close them in the opposite order when it is told to end, and exit
 * with the status that says how it ended; and start a PostgreSQL of its own where it is to have
 * one. Nothing of what a program serves, and no options: those that an experiment may set are in
 * {@code settings}.
 */
package dev.jitterlab.program;
