package dev.jitterlab.tick;

import static dev.jitterlab.tick.StressParts.HZ_1;
import static dev.jitterlab.tick.StressParts.context;
import static dev.jitterlab.tick.StressParts.parkingBy;

import dev.jitterlab.tick.StressParts.Sleeper;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * What the threads of the {@code partitioned} scheduler do to one another, under jcstress: start,
 * stop, take-over, hand-back, and a change of rate. Who has a task is {@link CustodyStress}. In the
 * tick library's package, to reach the parts. Run by
 *
 * <pre>
 * java -cp benchmarks/target/jitterlab-benchmarks.jar org.openjdk.jcstress.Main -t PartitionedStress
 * </pre>
 */
public class PartitionedStress {
  private PartitionedStress() {}

  static PartitionWorker newWorker(Parker parker, Runnable unpark) {
    return new PartitionWorker(System::nanoTime, parkingBy(parker), unpark);
  }

  static OwnedTask task(PartitionWorker owner, TaskContext context, TickTask task) {
    return new OwnedTask(owner, context, "t", HZ_1, TaskOptions.defaults(), task);
  }

  /** A worker runs an overdue task that another one takes over: none of its ticks is lost. */
  @JCStressTest
  @State
  @Outcome(
      id = {"1, 2", "2, 3"},
      expect = Expect.ACCEPTABLE,
      desc = "one tick or two, and the task goes on with its owner")
  @Outcome(expect = Expect.FORBIDDEN, desc = "two ticks at once, or the task was forgotten")
  public static class Overdue {
    private static final long OVERDUE_NS = 10_000_000_000L;

    private long nowNs; // fixed before the race
    private int ticks; // plain: the claim orders it
    private final NanoClock clock = () -> nowNs;
    private final PartitionWorker owner =
        new PartitionWorker(
            clock,
            new Waiter(Waiting.SPIN, clock, Parker.OF_THIS_THREAD, new SpinBudget(0, 0)),
            () -> {}); // spins until the task is handed back
    private final TakeOver other = new TakeOver(newWorker(Parker.OF_THIS_THREAD, () -> {}));

    /** Creates the state with ten ticks of a task due. */
    public Overdue() {
      TaskContext context =
          new TaskContext(clock, tick -> {}, (tick, failure) -> FailureHandler.Decision.STOP);
      owner.add(new OwnedTask(owner, context, "t", HZ_1, TaskOptions.defaults(), tick -> ticks++));
      other.others(List.of(owner), new Lookouts());
      nowNs = OVERDUE_NS;
    }

    /** The owner. */
    @Actor
    public void own() {
      owner.step();
    }

    /** Who takes over. */
    @Actor
    public void takeOver() {
      boolean unused = other.runOverdue(nowNs + 1_000_000_000, nowNs, new TickThread());
    }

    /** Lets the owner go on. */
    @Arbiter
    public void goOn(II_Result result) {
      result.r1 = ticks;
      owner.step();
      result.r2 = ticks;
    }
  }

  /**
   * A worker looks through the heap of another one that runs its ticks, and so changes that heap:
   * no task is lost, and none ticks twice at once, whatever mixture it saw.
   */
  @JCStressTest
  @State
  @Outcome(id = "0, 3", expect = Expect.ACCEPTABLE, desc = "each has its owner, and its ticks")
  @Outcome(expect = Expect.FORBIDDEN, desc = "two ticks at once, or a task was forgotten")
  public static class Look {
    private static final int TASKS = 3;
    private static final int STEPS = 2;
    private static final int SPINS = 50; // long enough that two ticks at once would meet
    private static final long OVERDUE_NS = 10_000_000_000L; // more ticks than steps are due

    private long nowNs; // fixed before the race
    private final int[] ticks = new int[TASKS]; // plain: the claims order them
    private final AtomicIntegerArray running = new AtomicIntegerArray(TASKS);
    private final AtomicInteger faults = new AtomicInteger();
    private final AtomicInteger told = new AtomicInteger();
    private final NanoClock clock = () -> nowNs;
    private final PartitionWorker owner =
        new PartitionWorker(
            clock,
            new Waiter(Waiting.SPIN, clock, Parker.OF_THIS_THREAD, new SpinBudget(0, 0)),
            () -> {});
    private final TakeOver other = new TakeOver(newWorker(Parker.OF_THIS_THREAD, () -> {}));

    /** Creates the state with several ticks of each task due. */
    public Look() {
      TaskContext context =
          new TaskContext(
              clock,
              tick -> told.incrementAndGet(),
              (tick, failure) -> FailureHandler.Decision.STOP);
      for (int i = 0; i < TASKS; i++) {
        int number = i;
        owner.add(
            new OwnedTask(owner, context, "t", HZ_1, TaskOptions.defaults(), tick -> run(number)));
      }
      owner.takeIn();
      other.others(List.of(owner), new Lookouts());
      nowNs = OVERDUE_NS;
    }

    /** The owner. */
    @Actor
    public void own() {
      for (int i = 0; i < STEPS; i++) {
        owner.step();
      }
    }

    /** Who takes over. */
    @Actor
    public void takeOver() {
      TickThread thread = new TickThread();
      for (int i = 0; i < STEPS; i++) {
        boolean unused = other.runOverdue(nowNs + 1_000_000_000, nowNs, thread);
      }
    }

    private void run(int task) {
      if (running.getAndSet(task, 1) != 0) {
        faults.incrementAndGet();
      }
      ticks[task]++;
      for (int i = 0; i < SPINS; i++) {
        Thread.onSpinWait();
      }
      running.set(task, 0);
    }

    /** Tells how many ticks met or got lost, and how many tasks the owner has. */
    @Arbiter
    public void tell(II_Result result) {
      owner.takeIn();
      result.r1 = faults.get() + told.get() - ticks[0] - ticks[1] - ticks[2];
      result.r2 = owner.tasks().heap().size();
    }
  }

  /** A change is put into the inbox while the worker takes out: the last look sees it. */
  @JCStressTest
  @State
  @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "seen")
  @Outcome(expect = Expect.FORBIDDEN, desc = "lost")
  public static class Handover {
    private final Inbox inbox = new Inbox();
    private final OwnedTask task =
        task(newWorker(Parker.OF_THIS_THREAD, () -> {}), context(), tick -> {});
    private int changed; // plain: the inbox orders it
    private int seen;

    /** Creates the state with the task in the inbox already. */
    public Handover() {
      inbox.offer(task);
    }

    /** Changes something and says so. */
    @Actor
    public void change() {
      changed = 1;
      inbox.offer(task);
    }

    /** Looks. */
    @Actor
    public void look() {
      OwnedTask taken = inbox.takeAll();
      if (taken != null) {
        OwnedTask unused = taken.dequeue();
        seen = changed;
      }
    }

    /** Looks once more, as the worker does in its next step. */
    @Arbiter
    public void lookAgain(I_Result result) {
      look();
      result.r1 = seen;
    }
  }

  /** A task is handed back while its owner takes it out of its inbox: the owner has it then. */
  @JCStressTest
  @State
  @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "the owner has it")
  @Outcome(expect = Expect.FORBIDDEN, desc = "neither in its heap nor in its inbox")
  public static class HandBack {
    private final PartitionWorker owner = newWorker(Parker.OF_THIS_THREAD, () -> {});
    private final OwnedTask task = task(owner, context(), tick -> {});

    /** Creates the state with a task in the inbox that another worker has claimed. */
    public HandBack() {
      owner.add(task);
      boolean unused = task.claim();
    }

    /** The owner, which leaves a claimed task alone. */
    @Actor
    public void own() {
      owner.takeIn();
    }

    /** Hands it back, as {@link Custody#runForOwner} does. */
    @Actor
    public void handBack() {
      task.handBack();
      owner.changed(task);
    }

    /** Looks once more, as the owner does in its next step. */
    @Arbiter
    public void lookAgain(I_Result result) {
      owner.takeIn();
      result.r1 = owner.tasks().heap().first() == task ? 1 : 0;
    }
  }

  /** A task is started while the worker falls asleep: it sees the task, or it is woken. */
  @JCStressTest
  @State
  @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "awake")
  @Outcome(expect = Expect.FORBIDDEN, desc = "asleep with a task in the inbox")
  public static class WakeUp {
    private final Sleeper sleeper = new Sleeper(0);
    private final PartitionWorker worker = newWorker(sleeper, sleeper::unpark);
    private final OwnedTask task = task(worker, context(), tick -> {});

    /** Falls asleep. */
    @Actor
    public void step() {
      worker.step();
    }

    /** Starts a task. */
    @Actor
    public void start() {
      worker.add(task);
      sleeper.started();
    }

    /** Tells. */
    @Arbiter
    public void tell(I_Result result) {
      result.r1 = sleeper.overslept();
    }
  }

  /** Stop and a change of rate while a tick is run: it is stopped once, and ticks no more. */
  @JCStressTest
  @State
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "stopped")
  @Outcome(expect = Expect.FORBIDDEN, desc = "counted as active, or ticks on")
  public static class Stop {
    private final TaskContext context = context();
    private final OwnedTask task =
        task(newWorker(Parker.OF_THIS_THREAD, () -> {}), context, tick -> {});

    /** Runs a tick, and stops. */
    @Actor
    public void runAndStop() {
      if (task.claim()) {
        boolean unused = task.runTick(new TickThread());
        task.release();
      }
      task.stop();
    }

    /** Changes the rate, and stops. */
    @Actor
    public void changeAndStop() {
      task.rate(Rate.hz(20));
      task.stop();
    }

    /** Tries to run it. */
    @Arbiter
    public void tell(II_Result result) {
      result.r1 = context.activeTasks();
      result.r2 = task.claim() && task.runTick(new TickThread()) ? 1 : 0;
    }
  }

  /** A change of rate while two workers run ticks: no tick after it has the old rate. */
  @JCStressTest
  @State
  @Outcome(
      id = {"1, 20", "20, 20"},
      expect = Expect.ACCEPTABLE,
      desc = "two ticks")
  @Outcome(
      id = {"0, 1", "0, 20"},
      expect = Expect.ACCEPTABLE,
      desc = "one tick")
  @Outcome(expect = Expect.FORBIDDEN, desc = "the old rate after the change")
  public static class RateChange {
    private int before;
    private int last;
    private final OwnedTask task =
        task(
            newWorker(Parker.OF_THIS_THREAD, () -> {}),
            context(),
            tick -> {
              before = last;
              last = (int) tick.rate().hertz();
            });

    private void run() {
      if (task.claim()) {
        boolean unused = task.runTick(new TickThread());
        task.release();
      }
    }

    /** The owner. */
    @Actor
    public void owner() {
      run();
    }

    /** Changes the rate and takes over. */
    @Actor
    public void other() {
      task.rate(Rate.hz(20));
      run();
    }

    /** Tells. */
    @Arbiter
    public void tell(II_Result result) {
      result.r1 = before;
      result.r2 = last;
    }
  }
}
