package dev.jitterlab.sockets;

import java.io.Closeable;
import java.io.IOException;

/** Closes what is given up. */
final class Closing {
  private Closing() {}

  /** Closes; a socket that does not close cleanly is as gone as any. */
  static void quietly(Closeable one) {
    try {
      one.close();
    } catch (IOException e) {
      // Nobody waits for it any more.
    }
  }
}
