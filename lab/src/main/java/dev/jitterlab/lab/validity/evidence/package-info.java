/**
 * What a run left behind, read once: from the run directory to figures that a check can judge.
 * Nothing here judges, and nothing here starts or watches a process.
 */
package dev.jitterlab.lab.validity.evidence;
