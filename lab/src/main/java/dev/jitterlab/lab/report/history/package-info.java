/**
 * Many runs of one experiment over time: read, and shown as a page and as text. It computes no
 * figure of a run anew.
 */
package dev.jitterlab.lab.report.history;
