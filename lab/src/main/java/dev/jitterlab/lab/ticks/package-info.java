/**
 * Reads tick logs back: what a run's processes recorded, as distributions per second, instance and
 * group. It knows no plan and no group.
 */
package dev.jitterlab.lab.ticks;
