/**
 * A heap rebuilt from the description in Dimpsey, Arora and Kuiper, "Java server performance: a
 * case study of building efficient, scalable JVMs" (2000): free lists, thread-local heaps, marking,
 * two ways of sweeping, compaction, a reserve, and growth. It manages an array of longs and knows
 * nothing of the JVM's own heap, in which that array is one large object.
 */
package dev.jitterlab.heap.rebuilt;
