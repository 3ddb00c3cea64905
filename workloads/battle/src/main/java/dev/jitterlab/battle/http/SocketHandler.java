package dev.jitterlab.battle.http;

import java.nio.ByteBuffer;

/** What a server does with the messages of one WebSocket. Called on the event loop only. */
public interface SocketHandler {
  /** Makes the handler of each new WebSocket. */
  @FunctionalInterface
  interface Factory {
    /** A browser has connected. */
    SocketHandler opened(SocketPeer peer);
  }

  /**
   * Takes a text.
   *
   * @throws HttpError if it means nothing: the browser is told so, and the connection closed
   */
  void onText(String text);

  /**
   * Takes bytes, valid during the call.
   *
   * @throws HttpError if they mean nothing: the browser is told so, and the connection closed
   */
  void onBytes(ByteBuffer bytes);

  /** The connection is gone. Called once. */
  void onClosed();
}
