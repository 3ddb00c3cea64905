/**
 * What a run records beside what the processes write themselves: scraped metrics and samples of the
 * machine, as samples.duckdb. It knows no plan and judges nothing.
 */
package dev.jitterlab.lab.collect;
