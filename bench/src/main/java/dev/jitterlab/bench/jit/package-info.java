/**
 * {@code bench jit}: what the compilers of each JDK do (docs/jit.md). Starts the programs of {@code
 * dev.jitterlab.idioms.jit} and reads the JVM's own log of compilations. Depends on nothing else of
 * the bench.
 */
package dev.jitterlab.bench.jit;
