/**
 * From a run directory to summary.json: figures of groups, ratios with intervals, the verdict;
 * costs, and runs against one another. It reads what was recorded, starts nothing, and shows
 * nothing.
 */
package dev.jitterlab.lab.summary;
