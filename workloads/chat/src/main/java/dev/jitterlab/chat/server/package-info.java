/**
 * The chat server's process: three designs over the same rooms, limits, metrics. No rule of a room.
 */
package dev.jitterlab.chat.server;
