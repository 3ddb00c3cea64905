/**
 * Who a player is and that nobody reads, forges or repeats his packets: connect tokens, the
 * handshake, sealed packets, and the limits and penalties of a session. Knows the messages' sizes,
 * not their meaning; the formats are in {@code docs/battle-protocol.md}. All cryptography is the
 * JDK's. Decoders refuse, they never throw.
 */
package dev.jitterlab.battle.session;
