/**
 * What the lab can record of processes and of the machine: a class per collector, and the list of
 * them. A collector says which flags it needs, which files it leaves and how these become series.
 * It neither starts processes nor judges a trial; it knows no experiment, no plan and no report.
 */
package dev.jitterlab.lab.collector;
