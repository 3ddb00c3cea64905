/**
 * What a reader looks at beside the sums: late time over time, one group beside the baseline, the
 * worst events as lanes, and the samples of late work beside those of normal work. Part of {@code
 * causes.json}; what draws it computes nothing.
 */
package dev.jitterlab.diagnosis.view;
