/**
 * What a report shows, read from the directory of a run that is over or goes on. No HTML, no
 * terminal: how it is shown is for the other rooms of the report.
 */
package dev.jitterlab.lab.report.data;
