/**
 * The JVM's unified logs: collections, safepoints and compilations, of JDK 11 to 25. One parser for
 * each shape of line; nothing here knows a run.
 */
package dev.jitterlab.diagnosis.log;
