package dev.jitterlab.arena.server;

import dev.jitterlab.arena.wire.StateFrame;

/** The way to one client. */
interface ClientLink {
  /**
   * Sends a picture and frees the frame, once, also if it cannot be sent. Called by the outbox's
   * thread only; never waits for the client.
   */
  void send(StateFrame frame);
}
