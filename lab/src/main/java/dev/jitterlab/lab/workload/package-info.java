/** The descriptors of the reference servers: how to start them, and what may be set. */
package dev.jitterlab.lab.workload;
