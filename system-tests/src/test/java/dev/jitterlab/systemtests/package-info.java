/**
 * Tests of the whole: the command with real processes, the JDKs, the browser, and the rules of the
 * house ({@code ArchitectureTest}). Only tests and what they stand on; no benchmark and no test of
 * one module alone.
 */
package dev.jitterlab.systemtests;
