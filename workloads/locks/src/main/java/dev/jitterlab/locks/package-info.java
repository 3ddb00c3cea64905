/**
 * Contention as a workload (docs/locks.md): threads that compete for a few hot locks of one kind,
 * and count what each of them got. The kinds are the JDK's, those of IBM's paper, and the lock of
 * {@code dev.jitterlab.lock}. No other work is done here.
 */
package dev.jitterlab.locks;
