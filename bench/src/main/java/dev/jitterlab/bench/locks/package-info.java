/**
 * {@code bench locks}: the lock of {@code dev.jitterlab.lock} over its k, against the JDK's, at
 * several numbers of threads and lengths of sections (docs/lock.md). The competition itself is a
 * program of {@code workloads/locks}. Depends on nothing else of the bench.
 */
package dev.jitterlab.bench.locks;
