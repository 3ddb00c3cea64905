/**
 * The rules of the arena: fighters, their attacks, the terrain, hits and trades, and the ways in
 * which objects influence one another. Nothing here knows a network, a thread or a scheduler; the
 * time comes in as a parameter.
 */
package dev.jitterlab.arena.world;
