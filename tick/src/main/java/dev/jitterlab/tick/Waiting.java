package dev.jitterlab.tick;

/** How a worker of {@code partitioned} or {@code lockless} waits until a tick is due. */
public enum Waiting {
  /** Asleep to the end: cheapest, late by what the operating system takes to wake a thread. */
  PARK("park"),
  /**
   * Asleep until shortly before, then spinning: the margin is learnt from how late the sleeps ended
   * and is bounded by a budget of CPU time.
   */
  PARK_SPIN("park-spin"),
  /**
   * Spinning all the time: one core a worker, whether there is anything to do or not. Of {@code
   * lockless}, only the worker that waits for the earliest deadline spins.
   */
  SPIN("spin");

  private final String label;

  Waiting(String label) {
    this.label = label;
  }

  /** Returns the name that reports and command lines use. */
  public String label() {
    return label;
  }
}
