package dev.jitterlab.tick;

import static dev.jitterlab.tick.PartitionedStress.newWorker;
import static dev.jitterlab.tick.PartitionedStress.task;
import static dev.jitterlab.tick.StressParts.HZ_1;
import static dev.jitterlab.tick.StressParts.context;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The guarantees of {@link Custody} under jcstress: a claim is one tick, and a task that is
 * claimed, given away, stopped or closed at the same time has one owner or none. Run by
 *
 * <pre>
 * java -cp benchmarks/target/jitterlab-benchmarks.jar org.openjdk.jcstress.Main -t CustodyStress
 * </pre>
 */
public class CustodyStress {
  private static final long HOUR_NS = 3_600_000_000_000L;

  private CustodyStress() {}

  /** Two workers after the same task: no tick is lost, doubled or run by both at once. */
  @JCStressTest
  @State
  @Outcome(
      id = {"1, 1", "2, 2"},
      expect = Expect.ACCEPTABLE,
      desc = "every claim was one tick")
  @Outcome(expect = Expect.FORBIDDEN, desc = "two threads had the claim, or a tick was not seen")
  public static class Claim {
    private int ticks; // plain: the claim orders it
    private final OwnedTask task =
        task(newWorker(Parker.OF_THIS_THREAD, () -> {}), context(), tick -> ticks++);
    private int first;
    private int second;

    /** The owner. */
    @Actor
    public void owner() {
      if (task.claim()) {
        boolean unused = task.runTick(new TickThread());
        task.release();
        first = 1;
      }
    }

    /** Who takes over. */
    @Actor
    public void other() {
      second = takeOver(task, task.owner()) ? 1 : 0;
    }

    /** Compares. */
    @Arbiter
    public void compare(II_Result result) {
      result.r1 = first + second;
      result.r2 = ticks;
    }
  }

  /** Runs a tick as {@link TakeOver} does, as if it were due. */
  private static boolean takeOver(OwnedTask task, PartitionWorker owner) {
    return Custody.runForOwner(task, owner, System.nanoTime() + HOUR_NS, new TickThread());
  }

  /** Takes longer than a budget of 1 ns. */
  private static void spin() {
    long endNs = System.nanoTime() + 2;
    while (System.nanoTime() - endNs < 0) {
      Thread.onSpinWait();
    }
  }

  /** A task that its worker gives to quarantine as soon as it looks. */
  private static class Misplaced {
    final TaskContext context = context();
    final PartitionWorker worker = newWorker(Parker.OF_THIS_THREAD, () -> {});
    final PartitionWorker quarantine = newWorker(Parker.OF_THIS_THREAD, () -> {});
    OwnedTask task;
    int ticks; // plain: the claim orders it
    PartitionWorker tickedWith; // plain: the claim orders it

    Misplaced() {
      worker.keeps(false, () -> quarantine);
      quarantine.keeps(true, () -> worker);
      ExecutionBudget budget = ExecutionBudget.ofNs(1).quarantineAfter(1, 1);
      task =
          new OwnedTask(
              worker,
              context,
              "t",
              HZ_1,
              TaskOptions.defaults().budget(budget),
              tick -> {
                ticks++;
                spin();
                tickedWith = task.owner();
              });
      worker.add(task);
      boolean unused = task.claim() && task.runTick(new TickThread());
      task.release();
    }

    /** Lets both take in what was put into their inboxes, until there is nothing left. */
    final void settle() {
      while (!worker.tasks().inbox().isEmpty() || !quarantine.tasks().inbox().isEmpty()) {
        worker.takeIn();
        quarantine.takeIn();
      }
    }
  }

  /** A task is stopped while a tick sends it into quarantine: it is not counted as in there. */
  @JCStressTest
  @State
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "gone")
  @Outcome(expect = Expect.FORBIDDEN, desc = "counted for ever")
  public static class QuarantineAndStop {
    private final TaskContext context = context();
    private final OwnedTask task =
        new OwnedTask(
            newWorker(Parker.OF_THIS_THREAD, () -> {}),
            context,
            "t",
            HZ_1,
            TaskOptions.defaults().budget(ExecutionBudget.ofNs(1).quarantineAfter(1, 1)),
            tick -> spin());

    /** Exceeds its budget. */
    @Actor
    public void exceed() {
      if (task.claim()) {
        boolean unused = task.runTick(new TickThread());
        task.release();
      }
    }

    /** Stops it. */
    @Actor
    public void stop() {
      task.stop();
    }

    /** Counts. */
    @Arbiter
    public void count(II_Result result) {
      result.r1 = context.quarantinedTasks().get();
      result.r2 = context.activeTasks();
    }
  }

  /** A task is stopped while it is given to quarantine: nobody has or counts it afterwards. */
  @JCStressTest
  @State
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "gone")
  @Outcome(expect = Expect.FORBIDDEN, desc = "kept or counted by somebody")
  public static class GiveAwayAndStop extends Misplaced {
    /** The owner. */
    @Actor
    public void owner() {
      worker.takeIn();
    }

    /** Stops it, and is the new owner, which may see it too early. */
    @Actor
    public void stop() {
      task.stop();
      quarantine.takeIn();
    }

    /** Counts. */
    @Arbiter
    public void count(II_Result result) {
      settle();
      result.r1 =
          context.activeTasks()
              + context.quarantinedTasks().get()
              + worker.tasks().heap().size()
              + quarantine.tasks().heap().size();
      result.r2 = (int) (worker.load().milliHertz() + quarantine.load().milliHertz());
    }
  }

  /** A tick is taken over while the task is given away: it ends up in quarantine, once. */
  @JCStressTest
  @State
  @Outcome(
      id = {"1, 1", "1, 2"},
      expect = Expect.ACCEPTABLE,
      desc = "in quarantine, taken over before or not")
  @Outcome(expect = Expect.FORBIDDEN, desc = "lost, with both, or run outside after it was given")
  public static class GiveAwayAndTakeOver extends Misplaced {
    /** The owner. */
    @Actor
    public void owner() {
      worker.takeIn();
    }

    /** Takes over one tick, and is the new owner. */
    @Actor
    public void other() {
      boolean unused = takeOver(task, worker);
      quarantine.takeIn();
    }

    /** Counts. */
    @Arbiter
    public void count(II_Result result) {
      settle();
      boolean isInPlace =
          task.owner() == quarantine
              && quarantine.tasks().heap().first() == task
              && worker.tasks().heap().size() == 0
              && quarantine.load().milliHertz() == 1000
              && worker.load().milliHertz() == 0
              && tickedWith == worker;
      result.r1 = isInPlace ? 1 : 0;
      result.r2 = ticks;
    }
  }

  /** The scheduler is closed while a task is given away: it is stopped, wherever it is. */
  @JCStressTest
  @State
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "stopped")
  @Outcome(expect = Expect.FORBIDDEN, desc = "forgotten")
  public static class GiveAwayAndClose extends Misplaced {
    /** The owner, whose thread stops what it has once it has ended. */
    @Actor
    public void owner() {
      worker.takeIn();
      if (worker.hasEnded()) {
        worker.tasks().stopAll();
      }
    }

    /** Closes. */
    @Actor
    public void close() {
      worker.end();
      quarantine.end();
    }

    /** Counts. */
    @Arbiter
    public void count(II_Result result) {
      result.r1 = context.activeTasks();
      result.r2 = context.quarantinedTasks().get();
    }
  }

  /** A worker gives a task and what it has promised away while another one promises, too. */
  @JCStressTest
  @State
  @Outcome(id = "1000, 7", expect = Expect.ACCEPTABLE, desc = "the task and the other's promise")
  @Outcome(expect = Expect.FORBIDDEN, desc = "load was lost or counted twice")
  public static class Promise {
    private final TaskContext context = context();
    private final PartitionWorker giver = newWorker(Parker.OF_THIS_THREAD, () -> {});
    private final PartitionWorker receiver = newWorker(Parker.OF_THIS_THREAD, () -> {});
    private final OwnedTask task = task(giver, context, tick -> {});

    /** Creates the state with a task whose load is promised to the receiver. */
    public Promise() {
      giver.load().count(task);
      receiver.load().add(task.countedLoad());
      giver.load().add(-task.countedLoad());
    }

    /** Gives it, as {@link Rebalancer} and {@link Custody} do. */
    @Actor
    public void give() {
      receiver.load().add(-task.countedLoad());
      giver.load().add(task.countedLoad());
      giver.load().uncount(task);
      receiver.load().count(task);
    }

    /** Promises something else. */
    @Actor
    public void promise() {
      receiver.load().add(7);
    }

    /** Adds up. */
    @Arbiter
    public void add(II_Result result) {
      result.r1 = (int) (giver.load().milliHertz() + receiver.load().milliHertz());
      double otherNs =
          (giver.load().cores() + receiver.load().cores()) * WorkerLoad.ONE_CORE
              - task.countedLoad();
      result.r2 = (int) Math.round(otherNs);
    }
  }
}
