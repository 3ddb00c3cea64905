/**
 * Recordings of battles: the seed, the rules and every input, from which any JDK plays the same
 * battle again, to the same state hash. The format is in {@code docs/battle-rules.md}. Knows the
 * game; no network and no server.
 */
package dev.jitterlab.battle.recording;
