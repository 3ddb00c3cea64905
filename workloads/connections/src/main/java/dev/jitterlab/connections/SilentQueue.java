package dev.jitterlab.connections;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Connections that have not said hello, the oldest first; some that have may still be in it.
 * Several threads take out, so none may take the first one blindly after it has looked at it: that
 * may be another one by then, and nobody would end it any more. Thread-safe.
 *
 * @param <C> a connection
 */
final class SilentQueue<C> {
  private final Queue<C> all = new ConcurrentLinkedQueue<>();

  void add(C connection) {
    all.add(connection);
  }

  /** Takes out the oldest one; null if there is none. */
  C poll() {
    return all.poll();
  }

  /** One has said hello: takes it out if that is quick; else it goes when it is the oldest. */
  void spoke(C connection) {
    if (all.peek() == connection) {
      boolean unused = all.remove(connection);
    }
  }

  /** Takes out the oldest ones as long as they are over. */
  void takeWhile(Predicate<C> isOver, Consumer<C> taken) {
    for (C first = all.peek(); first != null && isOver.test(first); first = all.peek()) {
      if (all.remove(first)) {
        taken.accept(first);
      }
    }
  }
}
