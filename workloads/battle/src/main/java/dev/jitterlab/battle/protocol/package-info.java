/**
 * The messages between players and server, as {@code docs/battle-protocol.md} defines them. Knows
 * buffers and the game's state, not sockets, sessions or keys. Decoders refuse, they never throw:
 * what comes from a network is data, not an error.
 */
package dev.jitterlab.battle.protocol;
