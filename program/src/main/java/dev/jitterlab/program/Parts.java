package dev.jitterlab.program;

import dev.jitterlab.observer.ReadyLine;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;

/**
 * The parts that a process consists of, closed in the opposite order of their addition. A part that
 * cannot be closed is logged and does not keep the others from it: the tick log above all must be
 * written. Thread-safe.
 */
public final class Parts implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Parts.class.getName());

  /** Opens the parts of something, one after the other. */
  @FunctionalInterface
  public interface Opening<T> {
    /** Does it. */
    void open(T whole) throws IOException;
  }

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  /** Opens something that closes its parts; where that fails, what is open is closed. */
  public static <T extends AutoCloseable> T open(T whole, Opening<? super T> opening)
      throws IOException {
    try {
      opening.open(whole);
      return whole;
    } catch (IOException | RuntimeException e) {
      try {
        whole.close();
      } catch (Exception closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  /** Adds a part, which belongs to this object from now on. */
  public synchronized <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  @Override
  public synchronized void close() {
    while (!parts.isEmpty()) {
      AutoCloseable part = parts.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.log(System.Logger.Level.ERROR, "could not close " + part, e);
      }
    }
  }

  /**
   * Says that the process is ready and waits until the JVM is told to end (SIGTERM, SIGINT), which
   * closes {@code process} first.
   *
   * @throws InterruptedException if the waiting thread is interrupted; the process is closed at the
   *     JVM's end nevertheless
   */
  public static void serveUntilTerminated(AutoCloseable process, ReadyLine ready)
      throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    Parts parts = new Parts();
    parts.add(ended::countDown);
    parts.add(process);
    Runtime.getRuntime().addShutdownHook(new Thread(parts::close, "shutdown"));
    ready.print(System.out);
    ended.await();
  }
}
