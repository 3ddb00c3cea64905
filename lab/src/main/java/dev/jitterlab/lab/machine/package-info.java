/**
 * The part of the machine that a group's servers get, and what the machine has to be for it: CPUs,
 * limits, priorities, settings of the kernel. What cannot be had is refused with a reason and a
 * remedy; what was asked is read back. Linux only.
 */
package dev.jitterlab.lab.machine;
