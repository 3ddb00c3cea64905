/** Ratios of groups with intervals over instances; knows nothing of files. */
package dev.jitterlab.lab.statistics;
