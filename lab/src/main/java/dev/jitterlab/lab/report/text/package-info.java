/** The outcome of a run, and runs against one another, as text for the terminal. */
package dev.jitterlab.lab.report.text;
