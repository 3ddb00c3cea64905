/**
 * The metrics: one descriptor holds all that the lab knows of each. Adding one is a new file with
 * its descriptor and a line in {@link dev.jitterlab.lab.metric.Metrics}; the summary, the
 * comparison of groups and of runs, gates, histories and reports walk the list. Nothing here reads
 * a run directory, or knows which metric an experiment asks for.
 */
package dev.jitterlab.lab.metric;
