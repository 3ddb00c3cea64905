/**
 * Behind whom a thread waited for a CPU: the lab's trace of the kernel's scheduler, read once
 * beside a server's ticks. Nothing here knows perf, which made the trace.
 */
package dev.jitterlab.diagnosis.scheduler;
