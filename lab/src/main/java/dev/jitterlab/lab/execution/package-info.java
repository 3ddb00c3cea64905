/** Runs a plan: starts, waits for, loads, watches and ends its processes, block by block. */
package dev.jitterlab.lab.execution;
