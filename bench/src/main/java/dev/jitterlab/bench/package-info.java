/**
 * Schedulers against each other and against cyclictest, in interleaved rounds on one machine. It
 * starts processes through the lab's host, and knows no experiment, no plan and no report of a run.
 */
package dev.jitterlab.bench;
