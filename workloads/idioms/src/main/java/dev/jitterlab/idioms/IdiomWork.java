package dev.jitterlab.idioms;

import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;

/** What a server's threads can repeat. */
enum IdiomWork {
  /** Random numbers of one seed behind a monitor. */
  RANDOM_SYNCHRONIZED {
    @Override
    IntSupplier forThread(SharedRandomIdiom shared) {
      return shared::synchronizedSeed;
    }
  },
  /** Random numbers of one seed that is exchanged by compare-and-swap. */
  RANDOM_ATOMIC {
    @Override
    IntSupplier forThread(SharedRandomIdiom shared) {
      return shared::atomicSeed;
    }
  },
  /** Random numbers of the thread's own seed. */
  RANDOM_THREAD_LOCAL {
    @Override
    IntSupplier forThread(SharedRandomIdiom shared) {
      return () -> ThreadLocalRandom.current().nextInt();
    }
  },
  /** Random numbers of a generator that was made for the thread. */
  RANDOM_SPLITTABLE {
    @Override
    IntSupplier forThread(SharedRandomIdiom shared) {
      SplittableRandom own = new SplittableRandom();
      return own::nextInt;
    }
  },
  /** A request taken apart and answered, as {@link TextWorkIdiom} does. */
  TEXT {
    @Override
    IntSupplier forThread(SharedRandomIdiom shared) {
      TextWorkIdiom own = new TextWorkIdiom();
      return () -> own.answer().length();
    }
  };

  /**
   * One operation, for one thread.
   *
   * @param shared what all threads of the server have in common
   */
  abstract IntSupplier forThread(SharedRandomIdiom shared);
}
