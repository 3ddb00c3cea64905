package dev.jitterlab.sockets;

import dev.jitterlab.observer.UnavailableException;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ThreadFactory;

/** The threads that sessions run on: of the system, or virtual ones where the JDK has them. */
final class SessionThreads {
  private SessionThreads() {}

  /** Threads of the system that do not keep the JVM alive. */
  static ThreadFactory platform() {
    return loop -> {
      Thread thread = new Thread(loop, "session");
      thread.setDaemon(true);
      return thread;
    };
  }

  /**
   * Virtual threads; this code is compiled for Java 11, which has none.
   *
   * @throws UnavailableException if this JDK has none
   */
  static ThreadFactory virtual() throws UnavailableException {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      return (ThreadFactory)
          Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    } catch (NoSuchMethodException
        | ClassNotFoundException
        | IllegalAccessException
        | InvocationTargetException e) {
      throw new UnavailableException(
          "JDK "
              + Runtime.version().feature()
              + " has no virtual threads: run on JDK 21 or later, or choose another transport");
    }
  }
}
