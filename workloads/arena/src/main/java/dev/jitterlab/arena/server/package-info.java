/**
 * The arena's server: sessions over UDP, states to clients, what is measured, and the command that
 * starts it.
 */
package dev.jitterlab.arena.server;
