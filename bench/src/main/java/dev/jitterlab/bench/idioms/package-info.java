/**
 * {@code bench idioms}: which idioms are compared, on which JDKs, in which order; the ratios, and
 * what the JIT made of each (docs/idioms.md). The idioms themselves are programs of {@code
 * workloads/idioms}. Depends on nothing else of the bench.
 */
package dev.jitterlab.bench.idioms;
