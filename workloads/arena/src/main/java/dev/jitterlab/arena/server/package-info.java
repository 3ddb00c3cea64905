/**
 * The arena's server: sessions over UDP, states to clients, what is measured, and the command that
 * starts it. No rule of the game: those are in {@code world}.
 */
package dev.jitterlab.arena.server;
