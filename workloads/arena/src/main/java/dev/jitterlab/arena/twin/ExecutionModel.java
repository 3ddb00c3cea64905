package dev.jitterlab.arena.twin;

import dev.jitterlab.arena.world.Starter;

/** An execution model that runs. Thread-safe. */
public interface ExecutionModel extends Starter, AutoCloseable {
  /** Ends it: when this returns, no update runs and none will. */
  @Override
  void close();
}
