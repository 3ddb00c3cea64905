/**
 * Runs a plan, block by block: starts, loads, measures and ends its processes through a host. No
 * reader of a run may use it, and it knows no process id.
 */
package dev.jitterlab.lab.execution;
