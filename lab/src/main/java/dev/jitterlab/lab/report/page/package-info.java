/**
 * The HTML page of a run: its sections in the order in which a reader needs them, and what draws
 * them. A section turns {@link dev.jitterlab.lab.report.data.ReportData} into texts, tables and
 * charts; it reads no file of a run.
 */
package dev.jitterlab.lab.report.page;
