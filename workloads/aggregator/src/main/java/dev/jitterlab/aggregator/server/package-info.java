/**
 * The command: its options, the threads that answer, what is counted and recorded, and how all
 * parts become one process.
 */
package dev.jitterlab.aggregator.server;
