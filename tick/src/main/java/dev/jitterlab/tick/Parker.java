package dev.jitterlab.tick;

import java.util.concurrent.locks.LockSupport;

/**
 * What a worker's thread does while nothing is due. It sleeps and spins, unless {@link
 * TickSchedulers#parker} gives it something better to do meanwhile, such as to look after its
 * sockets: then ticks and sockets are one thread's, and nothing has to be handed over between two.
 *
 * <p>All methods but {@link #unpark} are called by the worker's thread only.
 */
public interface Parker {
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

  /** Ends the worker's sleep, or else its next one. Called by any thread. */
  default void unpark(Thread worker) {
    LockSupport.unpark(worker);
  }

  /** Is told that the worker's last tick has run. */
  default void end() {}
}
