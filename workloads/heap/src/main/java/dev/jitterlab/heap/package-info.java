/**
 * Threads that allocate at a given rate, keep a live set of a given size and shape, and tick, so
 * that what a collector does shows in the ticks. What was asked for is held against the JVM's own
 * account. The heap rebuilt after IBM's is no part of it.
 */
package dev.jitterlab.heap;
