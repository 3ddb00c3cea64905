/** Who plays when no human does: replayed records and scripted players. Knows no network. */
package dev.jitterlab.arena.player;
