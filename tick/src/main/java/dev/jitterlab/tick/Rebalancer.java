package dev.jitterlab.tick;

import java.util.List;

/**
 * Decides which tasks one worker gives to others, so that all have equally much to do. Where a task
 * starts is decided by measurements of that moment, which at a start-up are those of code that is
 * not compiled yet; and tasks end, and become dearer.
 *
 * <p>Once a second each worker ranks all of them by load. The one with the most to do gives to the
 * one with the least, the second most to the second least, and so on: half of the difference, task
 * by task, each after a tick. What is to be given counts as given at once, so that those who look
 * meanwhile do not give to the same worker, however many there are. It is taken back if less than
 * that is left. Used by its worker only.
 */
final class Rebalancer {
  static final long EVERY_NS = 1_000_000_000;

  /** The difference that is left alone, in cores: moving a task moves its schedule. */
  static final double TOLERANCE = 0.05;

  /** In place of a load: a worker that has ended has neither more nor less to do than another. */
  private static final double ENDED = Double.NaN;

  private final PartitionWorker own;
  private List<PartitionWorker> workers;
  private double[] loads;
  private long nextNs;
  private PartitionWorker receiver;

  /** What is still to be given, as {@link WorkerLoad#add} counts. */
  private long surplus;

  Rebalancer(PartitionWorker own, long nowNs) {
    this.own = own;
    workers(List.of(own));
    this.nextNs = nowNs + EVERY_NS;
  }

  /** Says who all of them are, in the same order to each; before any other call. */
  void workers(List<PartitionWorker> all) {
    workers = List.copyOf(all);
    loads = new double[workers.size()];
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
    // A task dearer than the surplus would go to and fro; by its last tick, it may be.
    if (Math.max(task.countedLoad(), task.milliHertz * tick.executionNs()) > surplus) {
      return own;
    }
    promise(-task.countedLoad()); // from now on the task itself counts
    return receiver;
  }

  /**
   * Takes a promise back if there is less left than was promised. Without a task that ticks, no
   * comparison would do that, and the other would seem to have much to do for good.
   */
  void keepWithinLoad() {
    if (surplus > 0 && own.load().cores() < 0) {
      promise(-surplus);
    }
  }

  private void promise(long load) {
    surplus += load;
    receiver.load().add(load);
    own.load().add(-load);
  }

  private void compare() {
    if (surplus > 0) {
      promise(-surplus); // tasks have become dearer, or fewer
    }
    for (int i = 0; i < loads.length; i++) {
      PartitionWorker worker = workers.get(i);
      loads[i] = worker.hasEnded() ? ENDED : worker.load().cores(); // once: they change meanwhile
    }
    int self = workers.indexOf(own);
    if (Double.isNaN(loads[self])) {
      return; // its tasks are being stopped, and the others' may be, too: there is no rank
    }
    int above = 0;
    for (int i = 0; i < loads.length; i++) {
      above += hasMore(i, self) ? 1 : 0;
    }
    int partner = withBelow(above);
    receiver = workers.get(partner);
    double difference = loads[self] - loads[partner];
    if (difference > TOLERANCE) {
      promise(givable((long) (difference / 2 * WorkerLoad.ONE_CORE)));
    }
  }

  /** Returns how much of a load there are tasks for. */
  private long givable(long wanted) {
    long left = wanted;
    DeadlineHeap heap = own.tasks().heap();
    for (int i = 0; i < heap.size(); i++) {
      long load = heap.peek(i).countedLoad();
      left -= load <= left ? load : 0;
    }
    return wanted - left;
  }

  /** Returns the worker, not one that has ended, that so many others have less to do than. */
  private int withBelow(int count) {
    int worker = 0;
    for (int below = -1; below != count; worker++) {
      below = Double.isNaN(loads[worker]) ? -1 : 0;
      for (int i = 0; i < loads.length; i++) {
        below += hasMore(worker, i) ? 1 : 0;
      }
    }
    return worker - 1;
  }

  /** Returns whether one worker has more to do than another; of equal ones, the first has. */
  private boolean hasMore(int one, int other) {
    return loads[one] > loads[other] || (loads[one] == loads[other] && one < other);
  }
}
