package dev.jitterlab.program;

import dev.jitterlab.observer.UnavailableException;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that do not keep their JVM alive. */
public final class DaemonThreads {
  private DaemonThreads() {}

  /** Makes threads that all have that name. */
  public static ThreadFactory named(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Makes threads whose names are that one and a number, from 1 on. */
  public static ThreadFactory numbered(String name) {
    AtomicInteger number = new AtomicInteger();
    return work -> named(name + number.incrementAndGet()).newThread(work);
  }

  /** Starts a thread. */
  public static Thread start(String name, Runnable work) {
    Thread thread = named(name).newThread(work);
    thread.start();
    return thread;
  }

  /**
   * Makes virtual threads, by reflection: programs are compiled for Java 11, which has none.
   *
   * @param otherwise what to choose instead, such as {@code another --design}
   * @throws UnavailableException if this JDK has none
   */
  public static ThreadFactory virtual(String otherwise) throws UnavailableException {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      return (ThreadFactory)
          Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    } catch (NoSuchMethodException
        | ClassNotFoundException
        | IllegalAccessException
        | InvocationTargetException e) { // the last: a preview that is not enabled
      throw new UnavailableException(
          "JDK "
              + Runtime.version().feature()
              + " has no virtual threads: run on JDK 21 or later, or choose "
              + otherwise);
    }
  }
}
