/**
 * A JVM of this machine that the lab did not start: whether it can be recorded, and a recording of
 * it. Nothing here reads a recording or knows a run.
 */
package dev.jitterlab.lab.attach;
