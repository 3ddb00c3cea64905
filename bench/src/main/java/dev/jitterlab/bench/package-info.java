/** Schedulers against each other and against cyclictest, in interleaved rounds on one machine. */
package dev.jitterlab.bench;
