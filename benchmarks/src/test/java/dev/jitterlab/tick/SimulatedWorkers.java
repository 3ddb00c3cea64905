package dev.jitterlab.tick;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The workers of {@code partitioned} in simulated time, each on a core of its own, which is away
 * now and then. What is simulated is the clock, the cores, and the sleep; what runs is the engine
 * itself.
 *
 * <p>How it works: every worker has a virtual thread and a clock. One of them runs at a time: the
 * one whose clock is furthest behind. So what one does to another happens in the order of the
 * simulated time, and two runs are the same. A wake-up takes {@link #WAKE_NS}; everything else that
 * the engine does takes no time, but {@link #STEP_NS} for a tick.
 */
final class SimulatedWorkers {
  /** What a wake-up takes on an idle machine (docs/bench.md: parked, without a spin). */
  static final long WAKE_NS = 30_000;

  /** What the engine itself needs for a tick. */
  static final long STEP_NS = 1_000;

  /** When a core is away, in the order of time; the stretches do not overlap. Immutable. */
  static final class Stalls {
    private final long[] fromNs;
    private final long[] lengthNs;

    /**
     * Of pairs: when each begins, from the start on, and for how long.
     *
     * @param stalls stays the caller's
     */
    Stalls(List<long[]> stalls) {
      fromNs = stalls.stream().mapToLong(one -> one[0]).toArray();
      lengthNs = stalls.stream().mapToLong(one -> one[1]).toArray();
    }

    int count() {
      return fromNs.length;
    }

    long fromNs(int number) {
      return fromNs[number];
    }

    long toNs(int number) {
      return fromNs[number] + lengthNs[number];
    }
  }

  /** One core, with its worker and its clock. */
  private final class Core implements Parker {
    private final int number;
    private final Stalls stalls;
    private final PartitionWorker worker;
    private Thread thread;
    private long nowNs;
    private int nextStall;
    private boolean parked;
    private boolean permitted;

    Core(int number, Stalls stalls) {
      this.number = number;
      this.stalls = stalls;
      this.nowNs = startNs;
      Waiter waiter = new Waiter(Waiting.PARK, clock, this, new SpinBudget(0, startNs));
      worker = new PartitionWorker(clock, waiter, this::wake);
    }

    /** Lets time pass in which the core is wanted; it is longer by the stalls that fall into it. */
    void pass(long ns) {
      long doneNs = nowNs + ns;
      while (nextStall < stalls.count() && startNs + stalls.fromNs(nextStall) <= doneNs) {
        long lengthNs = stalls.toNs(nextStall) - stalls.fromNs(nextStall);
        long leftNs = startNs + stalls.toNs(nextStall) - nowNs;
        doneNs += Math.max(0, Math.min(lengthNs, leftNs));
        nextStall++;
      }
      nowNs = doneNs;
    }

    private void sleepUntil(long ns) {
      nowNs = ns;
      while (nextStall < stalls.count() && startNs + stalls.fromNs(nextStall) <= nowNs) {
        nowNs = Math.max(nowNs, startNs + stalls.toNs(nextStall));
        nextStall++;
      }
    }

    @Override
    public void park(long ns) {
      if (permitted) {
        permitted = false;
        return;
      }
      wakesNs[number] = nowNs + ns + WAKE_NS;
      parked = true;
      letOthersRun();
      parked = false;
      sleepUntil(wakesNs[number]);
      wakes++;
    }

    /** By another core, which runs now. */
    private void wake() {
      if (parked) {
        wakesNs[number] = Math.min(wakesNs[number], cores.get(running).nowNs + WAKE_NS);
      } else {
        permitted = true;
      }
    }

    @Override
    public void spin() {
      throw new AssertionError("spins");
    }

    /** Lets those run that are further behind. */
    void letOthersRun() {
      int next = furthestBehind();
      if (next != number) {
        switchTo(next);
        awaitTurn();
      }
    }

    private void awaitTurn() {
      while (running != number) {
        if (failed) {
          throw new IllegalStateException("another worker has failed");
        }
        LockSupport.park();
      }
    }

    void run() {
      awaitTurn();
      while (nowNs - endNs < 0) {
        wakesNs[number] = nowNs;
        letOthersRun();
        worker.step();
      }
      wakesNs[number] = Long.MAX_VALUE;
      int next = furthestBehind();
      if (wakesNs[next] != Long.MAX_VALUE) {
        switchTo(next);
      }
    }
  }

  private final List<Core> cores = new ArrayList<>();
  private final List<PartitionWorker> workers = new ArrayList<>();
  private final long startNs;
  private final long[] wakesNs;
  private final NanoClock clock = this::nowNs;
  private long endNs;
  private volatile int running;
  private volatile boolean failed;
  private long wakes;

  /**
   * @param startNs what the clocks show at first; not above half of the highest
   * @param stalls of each core
   */
  SimulatedWorkers(long startNs, List<Stalls> stalls) {
    this.startNs = startNs;
    this.wakesNs = new long[stalls.size()];
    for (int i = 0; i < stalls.size(); i++) {
      wakesNs[i] = startNs;
      running = i;
      cores.add(null);
      cores.set(i, new Core(i, stalls.get(i)));
      workers.add(cores.get(i).worker);
    }
    running = 0;
    PartitionWorker.together(workers);
  }

  /** The time of the core that runs. */
  long nowNs() {
    Core core = cores.get(running);
    return core == null ? startNs : core.nowNs;
  }

  List<PartitionWorker> workers() {
    return workers;
  }

  /** How often a core woke up. */
  long wakes() {
    return wakes;
  }

  /** Starts a task before the run; it takes {@code costNs} of the core that runs its tick. */
  void start(String name, Rate rate, TickListener listener, long costNs) {
    TaskContext context =
        new TaskContext(clock, listener, (tick, failure) -> FailureHandler.Decision.STOP);
    PartitionWorker worker = PartitionedScheduler.leastLoaded(workers);
    OwnedTask task =
        new OwnedTask(
            worker, context, name, rate, TaskOptions.defaults(), tick -> run(costNs + STEP_NS));
    task.countedNs = (float) costNs;
    worker.add(task);
  }

  private void run(long costNs) {
    Core core = cores.get(running);
    core.pass(costNs);
    wakesNs[core.number] = core.nowNs;
    core.letOthersRun();
  }

  /**
   * Runs until all clocks have shown that time has passed; once.
   *
   * @param failure is told what a worker has thrown; the run ends with it
   */
  void runFor(long ns, Consumer<Throwable> failure) throws InterruptedException {
    endNs = startNs + ns;
    for (Core core : cores) {
      core.thread =
          Thread.ofVirtual()
              .uncaughtExceptionHandler(
                  (thread, e) -> {
                    if (!failed) {
                      failed = true;
                      failure.accept(e);
                      cores.forEach(one -> LockSupport.unpark(one.thread));
                    }
                  })
              .unstarted(core::run);
    }
    cores.forEach(core -> core.thread.start());
    for (Core core : cores) {
      core.thread.join();
    }
  }

  private int furthestBehind() {
    int furthest = 0;
    for (int i = 1; i < wakesNs.length; i++) {
      if (wakesNs[i] < wakesNs[furthest]) {
        furthest = i;
      }
    }
    return furthest;
  }

  private void switchTo(int next) {
    running = next;
    LockSupport.unpark(cores.get(next).thread);
  }
}
