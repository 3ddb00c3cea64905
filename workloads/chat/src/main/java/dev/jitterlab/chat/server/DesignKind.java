package dev.jitterlab.chat.server;

import dev.jitterlab.chat.connection.OpenConnections;
import dev.jitterlab.observer.UnavailableException;
import dev.jitterlab.program.DaemonThreads;
import java.io.IOException;
import java.util.Locale;

/** The designs to choose from. */
enum DesignKind {
  /** Two platform threads for each connection. */
  THREADS,
  /** A few threads with a selector each. */
  EVENT_LOOP,
  /** Two virtual threads for each connection. */
  VIRTUAL_THREADS;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Starts the design.
   *
   * @throws UnavailableException if this JDK has no virtual threads
   */
  ChatDesign open(OpenConnections connections, int threads, int bufferBytes) throws IOException {
    switch (this) {
      case THREADS:
        return new ThreadDesign(connections, DaemonThreads.numbered("chat-"), bufferBytes);
      case EVENT_LOOP:
        return new LoopDesign(connections, threads, bufferBytes);
      case VIRTUAL_THREADS:
        return new ThreadDesign(
            connections,
            DaemonThreads.virtual("another --design, or give the group another `jdk`"),
            bufferBytes);
    }
    throw new AssertionError(this);
  }
}
