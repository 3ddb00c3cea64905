/**
 * The execution models under the same rules: lock-free tasks, a main loop, and pools with locks.
 * Knows the world's objects only as something that is run when it is due.
 */
package dev.jitterlab.arena.twin;
