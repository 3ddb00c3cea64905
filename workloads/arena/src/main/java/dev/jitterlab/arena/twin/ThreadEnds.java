package dev.jitterlab.arena.twin;

/** Waits for threads that were told to end, whoever interrupts the waiting. */
final class ThreadEnds {
  private ThreadEnds() {}

  static void await(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
