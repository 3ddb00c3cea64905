/** Tables: one model that prints itself as text and as HTML. Nothing here knows a run. */
package dev.jitterlab.lab.report.table;
