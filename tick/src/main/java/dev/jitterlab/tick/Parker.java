package dev.jitterlab.tick;

import java.util.concurrent.locks.LockSupport;

/** What a waiting thread can do; a test replaces it by one that moves a {@link ManualClock}. */
interface Parker {
  /** Parks and spins the calling thread. */
  Parker OF_THIS_THREAD =
      new Parker() {
        @Override
        public void park(long ns) {
          LockSupport.parkNanos(this, ns);
        }

        @Override
        public void spin() {
          Thread.onSpinWait();
        }
      };

  /** Sleeps for about that long; may return early, and usually returns late. */
  void park(long ns);

  /** Passes a moment without sleeping. */
  void spin();
}
