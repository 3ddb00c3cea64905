package dev.jitterlab.diagnosis.timeline;

/**
 * What the operating system did to the process in some time, as {@code jitterlab.Process} says.
 * What was not read is {@link #NOT_READ}. Immutable.
 *
 * @param fromNs when the time began, in nanoseconds since the epoch
 * @param toNs when it ended
 * @param oversleptNs how much later than due a thread that only watches woke up at the end; 0 if it
 *     did not
 * @param runQueueNs for how long that thread waited for a CPU
 * @param stealNs what the hypervisor took, of all CPUs
 * @param busyNs the CPU time of all processes
 * @param cpuNs the CPU time of this one
 * @param cpus how many CPUs the machine has
 * @param majorFaults its page faults that waited for the disk
 * @param throttledNs for how long a CPU limit held it back
 */
public record ProcessReading(
    long fromNs,
    long toNs,
    long oversleptNs,
    long runQueueNs,
    long stealNs,
    long busyNs,
    long cpuNs,
    long cpus,
    long majorFaults,
    long throttledNs) {
  /** For a figure that was not read. */
  public static final long NOT_READ = -1;

  /** What a page from a slow disk takes. */
  public static final long LONGEST_FAULT_NS = 10_000_000;

  /** Its length. */
  public long durationNs() {
    return toNs - fromNs;
  }

  /** Which part of it lies in a window. */
  public double partIn(long windowFromNs, long windowToNs) {
    return (Math.min(windowToNs, toNs) - Math.max(windowFromNs, fromNs))
        / (double) Math.max(1, durationNs());
  }

  /** Whether the CPU time of this process and of all is known. */
  public boolean hasCpuTimes() {
    return busyNs >= 0 && cpuNs >= 0 && cpus > 0;
  }
}
