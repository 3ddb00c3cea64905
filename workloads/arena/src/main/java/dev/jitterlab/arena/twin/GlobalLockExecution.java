package dev.jitterlab.arena.twin;

import dev.jitterlab.arena.world.ActiveObject;
import java.util.concurrent.locks.ReentrantLock;

/** As many threads as asked for, and one lock that every update takes. */
final class GlobalLockExecution extends LocklessExecution {
  private final ReentrantLock lock = new ReentrantLock();

  GlobalLockExecution(int threads) {
    super(threads);
  }

  @Override
  boolean run(ActiveObject object, long nowNs) {
    lock.lock();
    try {
      return super.run(object, nowNs);
    } finally {
      lock.unlock();
    }
  }
}
