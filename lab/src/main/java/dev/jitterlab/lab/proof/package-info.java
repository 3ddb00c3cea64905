/**
 * From association to cause: the experiment that would prove or refute a finding, and what it
 * decided. Nothing here knows how a run is executed.
 */
package dev.jitterlab.lab.proof;
