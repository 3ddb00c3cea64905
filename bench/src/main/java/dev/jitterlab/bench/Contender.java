package dev.jitterlab.bench;

import dev.jitterlab.lab.host.Processes;

/** Something that wakes up periodically, and whose lateness is measured. */
interface Contender {
  /**
   * How much longer than asked for the drift is measured, by every contender: what the process used
   * is read before, because a server's threads are no longer counted once they have ended, and the
   * lab may be a little late.
   */
  int MARGIN_SECONDS = 1;

  /** Unique in a bench, and fit for a folder. */
  String name();

  /** As users write it; one scheduler may contend in several ways. */
  String scheduler();

  /** How it waits for its next deadline. */
  String waiting();

  /** How its threads are scheduled. */
  Policy policy();

  /** What a cell takes beside the measured seconds: start, warm-up, end. */
  double overheadSeconds();

  /** Whether it has anything to say of that scenario. */
  default boolean runsIn(TickScenario scenario) {
    return true;
  }

  /**
   * Runs a cell; its process has ended when this returns.
   *
   * @param look is run a few times a second meanwhile
   * @throws dev.jitterlab.lab.LabException if its process does not start, or dies
   */
  Measurement measure(BenchCell cell, Processes processes, Runnable look)
      throws InterruptedException;
}
