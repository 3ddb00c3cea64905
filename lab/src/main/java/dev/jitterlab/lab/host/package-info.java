/**
 * The seam between a run and the place where its processes live. {@link
 * dev.jitterlab.lab.host.Host} starts, samples and signals; {@link
 * dev.jitterlab.lab.host.LabProcess} is the life of one process on any host: ready, ended,
 * recorded. Nothing here knows a process id, a file of the system or a control group: that belongs
 * into the implementations, such as {@code lab.process}.
 */
package dev.jitterlab.lab.host;
