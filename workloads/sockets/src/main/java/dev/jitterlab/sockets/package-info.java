/**
 * Sockets as a workload (docs/sockets.md): one small exchange over and over, between a server and a
 * client that use the same transport. Beside it, in {@code socket-peer.c}, the same in C. No game,
 * no HTTP, and no judgement of what was measured.
 */
package dev.jitterlab.sockets;
