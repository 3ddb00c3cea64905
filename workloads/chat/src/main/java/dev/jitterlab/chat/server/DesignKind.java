package dev.jitterlab.chat.server;

import dev.jitterlab.chat.connection.OpenConnections;
import dev.jitterlab.observer.UnavailableException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** The designs to choose from. */
enum DesignKind {
  /** Two platform threads for each connection. */
  THREADS("threads"),
  /** A few threads with a selector each. */
  EVENT_LOOP("event-loop"),
  /** Two virtual threads for each connection. */
  VIRTUAL_THREADS("virtual-threads");

  private final String word;

  DesignKind(String word) {
    this.word = word;
  }

  static Optional<DesignKind> named(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
  }

  /**
   * Starts the design.
   *
   * @throws UnavailableException if this JDK has no virtual threads
   */
  ChatDesign open(OpenConnections connections, int threads, int bufferBytes) throws IOException {
    switch (this) {
      case THREADS:
        return new ThreadDesign(connections, platformThreads(), bufferBytes);
      case EVENT_LOOP:
        return new LoopDesign(connections, threads, bufferBytes);
      case VIRTUAL_THREADS:
        return new ThreadDesign(connections, virtualThreads(), bufferBytes);
    }
    throw new AssertionError(this);
  }

  private static ThreadFactory platformThreads() {
    AtomicInteger number = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, "chat-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** By reflection: the server is compiled for Java 11, which has none. */
  private static ThreadFactory virtualThreads() throws UnavailableException {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      return (ThreadFactory)
          Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    } catch (NoSuchMethodException | ClassNotFoundException | IllegalAccessException e) {
      throw unavailable();
    } catch (InvocationTargetException e) { // a preview that is not enabled
      throw unavailable();
    }
  }

  private static UnavailableException unavailable() {
    return new UnavailableException(
        "--design=virtual-threads needs JDK 21 or later, and this is JDK "
            + Runtime.version().feature()
            + "; give the group another `jdk`");
  }
}
