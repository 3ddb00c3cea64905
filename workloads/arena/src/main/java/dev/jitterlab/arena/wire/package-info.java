/** The messages between clients and server, byte by byte (docs/arena.md). Knows no network. */
package dev.jitterlab.arena.wire;
