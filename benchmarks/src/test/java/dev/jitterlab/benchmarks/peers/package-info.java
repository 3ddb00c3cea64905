/**
 * Schedulers of other libraries, and loops in the shape of other servers', as contenders of {@code
 * bench tick}: each as its own documents say that it is used, on the same tasks. No code of theirs
 * is here.
 */
package dev.jitterlab.benchmarks.peers;
