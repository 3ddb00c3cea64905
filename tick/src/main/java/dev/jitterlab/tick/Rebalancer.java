package dev.jitterlab.tick;

import java.util.List;

/**
 * Decides which tasks one worker gives to others, so that all have equally much to do. Where a task
 * starts is decided by measurements of that moment, which at a start-up are those of code that is
 * not compiled yet; and tasks end, and become dearer. Once a second a worker that has more to do
 * than another gives away half of the difference, task by task, each after a tick. Used by its
 * worker only.
 */
final class Rebalancer {
  static final long EVERY_NS = 1_000_000_000;

  /** The difference that is left alone, in cores: moving a task moves its schedule. */
  static final double TOLERANCE = 0.05;

  private final PartitionWorker own;
  private List<PartitionWorker> others = List.of();
  private long nextNs;
  private PartitionWorker receiver;
  private double surplus;

  Rebalancer(PartitionWorker own, long nowNs) {
    this.own = own;
    this.nextNs = nowNs + EVERY_NS;
  }

  /** Says who the others are; before any other call. */
  void others(List<PartitionWorker> workers) {
    others = workers;
  }

  /**
   * Returns who is to have a task that its worker has just run: that one, as a rule.
   *
   * @param tick the one that was run
   */
  PartitionWorker home(OwnedTask task, Tick tick) {
    long nowNs = tick.finishedNs();
    if (nowNs - nextNs >= 0) {
      nextNs = nowNs + EVERY_NS;
      compare();
    }
    if (surplus <= 0) {
      return own;
    }
    // A task dearer than the mean must not go to and fro; one cheaper may not be at the next tick.
    double load =
        Math.max(own.load(task.milliHertz), task.milliHertz * (tick.executionNs() / 1e12));
    if (load > surplus) {
      return own;
    }
    surplus -= load;
    return receiver;
  }

  private void compare() {
    surplus = 0;
    double least = Double.MAX_VALUE;
    for (int i = 0; i < others.size(); i++) {
      PartitionWorker other = others.get(i);
      if (other.load() < least) {
        least = other.load();
        receiver = other;
      }
    }
    double difference = own.load() - least;
    if (difference > TOLERANCE) {
      surplus = difference / 2;
    }
  }
}
