/**
 * Programs that make the JVM's compilers do what papers say of them: compile code at each tier, and
 * guess wrongly ({@code ./jitterlab bench jit}, docs/jit.md). They print markers between the JVM's
 * own log of compilations; what both mean is decided outside.
 */
package dev.jitterlab.idioms.jit;
