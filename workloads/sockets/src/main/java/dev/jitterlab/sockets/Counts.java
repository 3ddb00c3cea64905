package dev.jitterlab.sockets;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What all sessions of a process have done, and whether they are to go on. Thread-safe; each
 * session's count is written by its own thread.
 */
final class Counts {
  private final List<SessionCount> sessions;
  private final long mostOperations;
  private final CountDownLatch done;
  private volatile boolean ending;
  private volatile String failure;

  /**
   * Creates them.
   *
   * @param mostOperations after which a session ends; 0 for none
   */
  Counts(int sessions, long mostOperations) {
    this.sessions =
        Stream.generate(SessionCount::new).limit(sessions).collect(Collectors.toUnmodifiableList());
    this.mostOperations = mostOperations;
    this.done = new CountDownLatch(sessions);
  }

  SessionCount of(int session) {
    return sessions.get(session);
  }

  /** Whether the session is to do another exchange; asked by its own thread. */
  boolean goesOn(SessionCount session) {
    return !ending && (mostOperations == 0 || session.ownOperations() < mostOperations);
  }

  /** Ends all sessions, each after the exchange that it is in. */
  void end() {
    ending = true;
  }

  boolean isEnding() {
    return ending;
  }

  /** A session has ended as it should. */
  void sessionEnded() {
    done.countDown();
  }

  /** A session cannot go on; the first reason is kept. What comes while all end is no failure. */
  void sessionFailed(String reason) {
    if (!ending) {
      synchronized (this) {
        if (failure == null) {
          failure = reason;
        }
      }
    }
    done.countDown();
  }

  /** Why a session could not go on; null if none failed. */
  String failure() {
    return failure;
  }

  /** Waits until all sessions have ended. */
  void awaitEnd() throws InterruptedException {
    done.await();
  }

  long operations() {
    return sessions.stream().mapToLong(SessionCount::operations).sum();
  }

  long bytes() {
    return sessions.stream().mapToLong(SessionCount::bytes).sum();
  }
}
