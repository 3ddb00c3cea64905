/**
 * The report of a run that goes on, served to the browser of this machine. It follows the run's
 * progress; a run works the same without it. It judges nothing itself.
 */
package dev.jitterlab.lab.report.live;
