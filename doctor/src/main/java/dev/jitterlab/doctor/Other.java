package dev.jitterlab.doctor;

/**
 * A process of this machine that is not the doctor's.
 *
 * @param command as the kernel names it
 * @param pid its number
 * @param kernelThread whether it is a thread of the kernel
 * @param cpuRatio the share of the machine's CPU time that it used itself
 */
public record Other(String command, long pid, boolean kernelThread, double cpuRatio) {}
