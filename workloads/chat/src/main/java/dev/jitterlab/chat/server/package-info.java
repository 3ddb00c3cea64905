/** The chat server's process: three designs over the same rooms, limits, metrics. */
package dev.jitterlab.chat.server;
