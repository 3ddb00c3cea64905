package dev.jitterlab.arena.twin;

import dev.jitterlab.arena.world.ActiveObject;
import dev.jitterlab.tick.NanoClock;
import java.util.concurrent.locks.ReentrantLock;

/** As many threads as asked for, and one lock that every update takes. */
final class GlobalLockExecution extends LocklessExecution {
  private final ReentrantLock lock = new ReentrantLock();
  private final NanoClock clock;

  GlobalLockExecution(int threads, NanoClock clock) {
    super(threads);
    this.clock = clock;
  }

  /** An update begins once it has the lock; what it waited for that does not count. */
  @Override
  boolean run(ActiveObject object, long nowNs) {
    lock.lock();
    try {
      return super.run(object, clock.nanoTime());
    } finally {
      lock.unlock();
    }
  }
}
