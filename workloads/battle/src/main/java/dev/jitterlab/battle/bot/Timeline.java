package dev.jitterlab.battle.bot;

/** The one thread on which the lives of all bots go on. {@link #after} is thread-safe. */
interface Timeline {
  /** Returns the time by the bots' clock. */
  long nowNs();

  /** Runs a step when the delay is over, 0 for as soon as possible; equal times in order. */
  void after(long delayNs, Runnable step);
}
