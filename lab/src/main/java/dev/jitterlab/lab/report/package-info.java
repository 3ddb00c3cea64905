/**
 * From a run directory to {@code report.html} and to the terminal. {@link
 * dev.jitterlab.lab.report.ReportWriter} and {@link dev.jitterlab.lab.report.TerminalReport} are
 * the ways in; the page is made of one {@code Section} each, and {@code ReportData} is all that
 * they see.
 */
package dev.jitterlab.lab.report;
