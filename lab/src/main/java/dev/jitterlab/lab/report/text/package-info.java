/**
 * The outcome of a run, and runs against one another, as text for the terminal. It reads no file of
 * a run.
 */
package dev.jitterlab.lab.report.text;
