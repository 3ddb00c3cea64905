/**
 * Java's sockets against C's, in interleaved rounds: the four tests of IBM's paper
 * (docs/sockets.md). It starts the programs of {@code workloads/sockets} as the bench of the
 * schedulers starts its own, and knows nothing of schedulers.
 */
package dev.jitterlab.bench.sockets;
