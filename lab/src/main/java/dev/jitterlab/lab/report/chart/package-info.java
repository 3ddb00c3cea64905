/** Charts: what they show and how groups look in them. Nothing here knows a run. */
package dev.jitterlab.lab.report.chart;
