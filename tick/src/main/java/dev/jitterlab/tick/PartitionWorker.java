package dev.jitterlab.tick;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * One worker of the {@code partitioned} scheduler. {@link #step} takes in what changed, then runs
 * the tick that is due, or takes over an overdue one, or waits. It has no thread of its own.
 *
 * <p>{@link #step} and {@link #others} belong to one thread; all else may be called by any.
 */
final class PartitionWorker implements WorkerThread.Worker {
  private static final long IDLE_NS = 3_600_000_000_000L;

  private final NanoClock clock;
  private final Waiter waiter;
  private final Runnable unpark;
  private final WorkerTasks tasks;
  private final DeadlineHeap heap;
  private final Inbox inbox;
  private final TakeOver takeOver;
  private final Rebalancer balance;
  private final PhaseRings rings = new PhaseRings();
  private final BooleanSupplier woken = this::isWoken;
  private final AtomicLong milliHertz = new AtomicLong();
  private TickThread thread = new TickThread();
  private volatile double meanNs;
  private volatile long sleepsUntilNs;
  private volatile boolean asleep;
  private volatile boolean ended;
  private boolean isForQuarantined;

  /** Null if all tasks stay. */
  private Supplier<PartitionWorker> otherSide;

  /**
   * Creates an idle worker.
   *
   * @param unpark wakes the thread that calls {@link #step}, if it sleeps
   */
  PartitionWorker(NanoClock clock, Waiter waiter, Runnable unpark) {
    long nowNs = clock.nanoTime();
    this.clock = clock;
    this.waiter = waiter;
    this.unpark = unpark;
    this.tasks = new WorkerTasks(nowNs + IDLE_NS);
    this.heap = tasks.heap();
    this.inbox = tasks.inbox();
    this.takeOver = new TakeOver(nowNs);
    this.balance = new Rebalancer(this, nowNs);
  }

  /**
   * Says whose overdue ticks it may take over, and who may get its tasks; before the first step.
   */
  void others(List<PartitionWorker> workers) {
    List<PartitionWorker> others = new ArrayList<>(workers);
    others.remove(this);
    takeOver.others(others);
    balance.others(others);
  }

  /**
   * Says which tasks it keeps, those in quarantine or those that are not; before the first step.
   *
   * @param forQuarantined whether it keeps those in quarantine
   * @param otherSide to whom a task goes that it does not keep; where it gives null, the task is
   *     stopped
   */
  void keeps(boolean forQuarantined, Supplier<PartitionWorker> otherSide) {
    this.isForQuarantined = forQuarantined;
    this.otherSide = otherSide;
  }

  @Override
  public void runsOn(TickThread ownThread) {
    this.thread = ownThread;
  }

  @Override
  public void step() {
    takeIn();
    OwnedTask next = heap.first();
    long nowNs = clock.nanoTime();
    if (next != null && next.keyNs - nowNs <= 0) {
      if (!takeOver.isPossible() || !takeOver.runMoreOverdue(next.keyNs, nowNs, thread)) {
        runDue(next, nowNs);
      }
    } else if (!takeOver.isPossible() || !takeOver.runOverdue(nowNs, thread)) {
      await(next, nowNs);
    }
  }

  /** Looks at what changed: the first part of a step. */
  void takeIn() {
    OwnedTask task = inbox.takeAll();
    while (task != null) {
      OwnedTask following = task.dequeue(); // first: a change from here on puts it in again
      lookAt(task);
      task = following;
    }
  }

  private void lookAt(OwnedTask task) {
    if (task.owner() != this) {
      task.owner().changed(task); // it was given away while somebody put it in here
    } else if (task.isStopped()) {
      forget(task);
    } else if (task.claim()) {
      takeInClaimed(task);
    } // else whoever runs it hands it back
  }

  private void takeInClaimed(OwnedTask task) {
    PartitionWorker home = null;
    try {
      home = sideOf(task);
      keep(task, home, clock.nanoTime());
    } finally {
      letGo(task, home);
    }
  }

  /** Returns this worker, or who has the tasks on the other side of quarantine; null if ended. */
  private PartitionWorker sideOf(OwnedTask task) {
    return otherSide == null || task.isQuarantined() == isForQuarantined ? this : otherSide.get();
  }

  /** Puts a task that this thread has claimed where it belongs, if its home is here. */
  private void keep(OwnedTask task, PartitionWorker home, long nowNs) {
    if (home == this) {
      follow(task, nowNs);
      heap.put(task, task.nextReadyNs());
    }
  }

  /** Releases a task that this thread has claimed: here, to its new home, or, if null, for good. */
  private void letGo(OwnedTask task, PartitionWorker home) {
    if (home == null) {
      task.stop(); // already, unless the scheduler was closed meanwhile
    }
    if (home != this) {
      forget(task);
    }
    if (home == null || home == this) {
      task.release();
    } else {
      home.count(task);
      task.owner(home);
      task.release();
      home.arrived(task); // last: who finds it claimed leaves it alone
    }
  }

  /** Keeps up with the rate and the phase of a task that this thread has claimed. */
  private void follow(OwnedTask task, long nowNs) {
    rings.follow(task, nowNs);
    long now = milliHertz(task.scheduledRate());
    if (now != task.milliHertz) {
      milliHertz.addAndGet(now - task.milliHertz);
      task.milliHertz = now;
    }
  }

  private void forget(OwnedTask task) {
    heap.remove(task);
    rings.leave(task);
    milliHertz.addAndGet(-task.milliHertz);
    task.milliHertz = 0;
  }

  private void runDue(OwnedTask task, long nowNs) {
    if (task.isStopped()) {
      forget(task);
    } else if (!task.claim()) {
      heap.remove(task); // whoever runs it hands it back
    } else if (task.nextReadyNs() != task.keyNs) {
      heap.put(task, task.nextReadyNs()); // another worker has run it
      task.release();
    } else {
      runClaimed(task, nowNs);
    }
  }

  private void runClaimed(OwnedTask task, long fromNs) {
    tasks.earliestNs(task.keyNs);
    PartitionWorker home = null;
    try {
      if (task.runTick(thread)) {
        PartitionWorker side = sideOf(task);
        home = side == this ? balance.home(task, thread.tick()) : side;
      }
      keep(task, home, task.lastFinishedNs());
    } finally {
      letGo(task, home);
    }
    long nowNs = clock.nanoTime();
    if (home == this) {
      rings.measured(task, nowNs - fromNs, heap);
      meanNs = rings.meanNs();
    }
    OwnedTask next = heap.first();
    if (next != null && nowNs - next.keyNs >= TakeOver.OVERDUE_NS) {
      takeOver.callForHelp();
    }
  }

  private void await(OwnedTask next, long nowNs) {
    long dueNs = next == null ? nowNs + IDLE_NS : next.keyNs;
    thread.times().beforeWait(nowNs, dueNs);
    tasks.earliestNs(dueNs);
    boolean looksFirst = takeOver.isPossible() && takeOver.nextLookNs() - dueNs < 0;
    sleepsUntilNs = looksFirst ? takeOver.nextLookNs() : dueNs;
    asleep = true; // before the inbox is seen to be empty: who fills it sees this, or is seen
    if (looksFirst) {
      waiter.awaitRoughly(sleepsUntilNs, woken);
    } else {
      waiter.await(dueNs, woken);
    }
    asleep = false;
  }

  private boolean isWoken() {
    return ended || takeOver.isWanted() || !inbox.isEmpty();
  }

  /** Takes a new task in. */
  void add(OwnedTask task) {
    count(task);
    arrived(task);
  }

  private void count(OwnedTask task) {
    task.milliHertz = milliHertz(task.scheduledRate());
    milliHertz.addAndGet(task.milliHertz);
  }

  private void arrived(OwnedTask task) {
    inbox.offer(task);
    if (ended) {
      task.stop();
    } else if (asleep) {
      unpark.run();
    }
  }

  /** Sees to a task that was stopped or handed back; wakes up only if that is urgent. */
  void changed(OwnedTask task) {
    inbox.offer(task);
    if (ended) {
      task.stop();
    } else if (asleep && !task.isStopped() && task.readyNs() - sleepsUntilNs < 0) {
      unpark.run();
    }
  }

  /** Asks for help with overdue ticks; false if this worker is not idle or was asked already. */
  boolean help() {
    if (asleep && takeOver.want()) {
      unpark.run();
      return true;
    }
    return false;
  }

  /** Stops all tasks; the step that may be running is the last one. */
  @Override
  public void end() {
    ended = true;
    unpark.run();
    tasks.stopAll();
  }

  @Override
  public boolean hasEnded() {
    return ended;
  }

  @Override
  public void afterLastStep() {
    tasks.stopAll();
  }

  WorkerTasks tasks() {
    return tasks;
  }

  /** Returns the rate of all its tasks together, in ticks per 1,000 s. */
  long milliHertz() {
    return milliHertz.get();
  }

  /** Returns how long a tick keeps it busy, on average; 0 before the first. */
  double meanNs() {
    return meanNs;
  }

  /** Returns how much of a core all its tasks take, as far as is measured. Any thread. */
  double load() {
    return load(milliHertz());
  }

  /** Returns how much of a core tasks of that rate take, in ticks per 1,000 s. Any thread. */
  double load(long ofMilliHertz) {
    return ofMilliHertz * meanNs / 1e12;
  }

  /** Returns how many ticks of others it has run. */
  long takenOver() {
    return takeOver.count();
  }

  private static long milliHertz(Rate rate) {
    return Math.max(1, Math.round(1000 * rate.hertz()));
  }
}
