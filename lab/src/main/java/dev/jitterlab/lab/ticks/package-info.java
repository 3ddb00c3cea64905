/**
 * Reads tick logs back: what a run's processes recorded, as distributions per second, instance and
 * group.
 */
package dev.jitterlab.lab.ticks;
