/**
 * What a run records beside what the processes write themselves: scraped metrics, samples of the
 * machine, and facts about the environment.
 */
package dev.jitterlab.lab.collect;
