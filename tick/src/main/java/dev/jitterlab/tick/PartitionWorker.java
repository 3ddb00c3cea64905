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
  static final double ONE_CORE = 1e12;

  private static final long IDLE_NS = 3_600_000_000_000L;

  /** A part of what a task is counted for; smaller changes are not worth an atomic operation. */
  private static final float COUNTED_WITHIN = 0.1f;

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

  /** In nanoseconds a 1,000 s, which is 1e12 for one core. */
  private final AtomicLong load = new AtomicLong();

  private TickThread thread = new TickThread();
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
    balance.workers(workers);
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
    } else {
      long dueNs = next == null ? nowNs + IDLE_NS : next.keyNs;
      if (!takeOver.isPossible() || !takeOver.runOverdue(dueNs, nowNs, thread)) {
        await(dueNs, nowNs);
      }
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
      tasks.put(task);
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

  /** Keeps up with the rate, the cost and the phase of a task that this thread has claimed. */
  private void follow(OwnedTask task, long nowNs) {
    rings.follow(task, nowNs);
    float expectedNs = (float) task.expectedNs();
    boolean isAsCounted =
        Math.abs(expectedNs - task.countedNs) <= task.countedNs * COUNTED_WITHIN || expectedNs == 0;
    if (!isAsCounted || milliHertz(task.scheduledRate()) != task.milliHertz) {
      uncount(task);
      count(task);
    }
  }

  private void forget(OwnedTask task) {
    heap.remove(task);
    rings.leave(task);
    uncount(task);
  }

  private void runDue(OwnedTask task, long nowNs) {
    if (task.isStopped()) {
      forget(task);
    } else if (!task.claim()) {
      heap.remove(task); // whoever runs it hands it back
    } else if (task.nextReadyNs() != task.keyNs) {
      tasks.put(task); // another worker has run it
      task.release();
    } else {
      runClaimed(task, nowNs);
    }
  }

  private void runClaimed(OwnedTask task, long fromNs) {
    tasks.earliestNs(task.keyNs);
    PartitionWorker home = null;
    try {
      boolean goesOn = task.runTick(thread);
      task.learn(task.lastFinishedNs() - fromNs);
      if (goesOn) {
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
    }
    OwnedTask next = heap.first();
    if (next != null && nowNs - next.keyNs >= TakeOver.OVERDUE_NS) {
      takeOver.callForHelp();
    }
  }

  private void await(long dueNs, long nowNs) {
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

  /** Counts a task at its rate and at what it takes, or else at what is expected of it. */
  private void count(OwnedTask task) {
    if (task.expectedNs() > 0) {
      task.countedNs = (float) task.expectedNs();
    } else if (task.countedNs == 0) {
      task.countedNs = (float) PhaseRing.UNMEASURED_NS;
    }
    task.milliHertz = milliHertz(task.scheduledRate());
    milliHertz.addAndGet(task.milliHertz);
    load.addAndGet(task.countedLoad());
  }

  private void uncount(OwnedTask task) {
    milliHertz.addAndGet(-task.milliHertz);
    load.addAndGet(-task.countedLoad());
    task.milliHertz = 0;
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

  /** Counts load that has no task here, in nanoseconds a 1,000 s: what another is about to give. */
  void addLoad(long ns) {
    load.addAndGet(ns);
  }

  /** Returns how much of a core all its tasks take, each by its own last ticks. Any thread. */
  double load() {
    return (double) load.get() / ONE_CORE;
  }

  /** Returns how many ticks of others it has run. */
  long takenOver() {
    return takeOver.count();
  }

  private static int milliHertz(Rate rate) {
    return (int) Math.max(1, Math.round(1000 * rate.hertz()));
  }
}
