package dev.jitterlab.tick;

import static dev.jitterlab.tick.StressParts.HZ_1;
import static dev.jitterlab.tick.StressParts.context;
import static dev.jitterlab.tick.StressParts.parkingBy;

import dev.jitterlab.tick.StressParts.Sleeper;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * What the threads of the {@code lockless} scheduler do to one another, and senders to a mailbox,
 * under jcstress. In the tick library's package, to reach the parts. Run by
 *
 * <pre>
 * java -cp benchmarks/target/jitterlab-benchmarks.jar org.openjdk.jcstress.Main -t LocklessStress
 * </pre>
 */
public class LocklessStress {
  private LocklessStress() {}

  private static LocklessTask task(TaskContext context, TickTask task) {
    return new LocklessTask(context, "t", HZ_1, TaskOptions.defaults(), task);
  }

  private static LocklessWorker newWorker(
      DueTasks tasks, Leadership watch, Parker parker, Runnable up) {
    return new LocklessWorker(System::nanoTime, parkingBy(parker), up, tasks, watch);
  }

  /** Claims and runs the first task, if there is one; returns how many ticks that were. */
  private static int runFirst(DueTasks tasks) {
    DueTasks.Found found = new DueTasks.Found();
    LocklessTask task = tasks.first(found) ? tasks.claim(found) : null;
    if (task == null) {
      return 0;
    }
    if (task.runTick(new TickThread())) {
      tasks.put(task);
    } else {
      tasks.remove(task);
    }
    return 1;
  }

  /** Two workers after the same task: no tick is lost, doubled or run by both at once. */
  @JCStressTest
  @State
  @Outcome(
      id = {"1, 1", "2, 2"},
      expect = Expect.ACCEPTABLE,
      desc = "every claim was one tick")
  @Outcome(expect = Expect.FORBIDDEN, desc = "two threads had it, or a tick was not seen")
  public static class Claim {
    private final DueTasks tasks = new DueTasks(System.nanoTime(), 1, dueNs -> {});
    private int ticks; // plain: the claim orders it
    private int first;
    private int second;

    /** Creates the state with a task. */
    public Claim() {
      tasks.add(task(context(), tick -> ticks++));
    }

    /** One worker. */
    @Actor
    public void one() {
      first = runFirst(tasks);
    }

    /** Another one. */
    @Actor
    public void other() {
      second = runFirst(tasks);
    }

    /** Compares. */
    @Arbiter
    public void compare(II_Result result) {
      result.r1 = first + second;
      result.r2 = ticks;
    }
  }

  /** Tasks that come and go below the same nodes: the tree names the earliest that is left. */
  @JCStressTest
  @State
  @Outcome(id = "10", expect = Expect.ACCEPTABLE, desc = "the earliest")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a game was won by who was gone, or who came later")
  public static class Tournament {
    private final DeadlineTree tree = new DeadlineTree(2);

    /** Creates a tree of two leaves that are to go. */
    public Tournament() {
      tree.put(0, 10);
      tree.put(1, 11);
      tree.put(9, 40);
    }

    /** Takes a leaf out and puts another one in. */
    @Actor
    public void one() {
      boolean unused = tree.claim(0, 10);
      tree.put(10, 20);
    }

    /** Takes a leaf out and puts it in for later. */
    @Actor
    public void other() {
      boolean unused = tree.claim(1, 11);
      tree.put(1, 31);
    }

    /** Tells. */
    @Arbiter
    public void tell(I_Result result) {
      result.r1 = tree.first();
    }
  }

  /** Tasks end and start at the same time: each has a slot of its own. */
  @JCStressTest
  @State
  @Outcome(id = "2, 0", expect = Expect.ACCEPTABLE, desc = "both found, in two slots")
  @Outcome(expect = Expect.FORBIDDEN, desc = "two tasks in a slot, or a task lost")
  public static class Slots {
    private final DueTasks tasks = new DueTasks(0, 1, dueNs -> {});
    private final LocklessTask after = task(context(), tick -> {});
    private final LocklessTask other = task(context(), tick -> {});

    /** Creates the state with a task that is to end. */
    public Slots() {
      tasks.add(task(new TaskContext(() -> 0, tick -> {}, (tick, failure) -> null), tick -> {}));
    }

    /** Ends a task and starts one. */
    @Actor
    public void replace() {
      DueTasks.Found found = new DueTasks.Found();
      if (tasks.first(found)) {
        tasks.remove(tasks.claim(found)); // `before`: the other one is due later
      }
      tasks.add(after);
    }

    /** Starts a task. */
    @Actor
    public void start() {
      tasks.add(other);
    }

    /** Takes out what is there. */
    @Arbiter
    public void tell(II_Result result) {
      DueTasks.Found found = new DueTasks.Found();
      while (tasks.first(found)) {
        LocklessTask unused = tasks.claim(found);
        result.r1++;
      }
      result.r2 = after.slot == other.slot ? 1 : 0;
    }
  }

  /** A task is started while the worker falls asleep: it sees the task, or it is woken. */
  @JCStressTest
  @State
  @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "awake")
  @Outcome(expect = Expect.FORBIDDEN, desc = "asleep, and nobody waits for the task")
  public static class WakeUp {
    private final DueTasks tasks = new DueTasks(System.nanoTime(), 1, dueNs -> {});
    private final Leadership watch = new Leadership();
    private final Sleeper sleeper = new Sleeper(HZ_1.periodNs());
    private final LocklessWorker worker = newWorker(tasks, watch, sleeper, sleeper::unpark);

    /** Creates the state with a worker that ends when it wakes up. */
    public WakeUp() {
      sleeper.afterwards(worker::end);
    }

    /** Falls asleep. */
    @Actor
    public void step() {
      worker.step();
    }

    /** Starts a task. */
    @Actor
    public void start() {
      LocklessTask task = task(context(), tick -> {});
      tasks.add(task);
      watch.added(task.deadlineNs());
      sleeper.started();
    }

    /** Tells. */
    @Arbiter
    public void tell(I_Result result) {
      result.r1 = sleeper.overslept();
    }
  }

  /** A task ends, and another one takes its slot while the first is stopped: it stays. */
  @JCStressTest
  @State
  @Outcome(
      id = "1, 0",
      expect = Expect.ACCEPTABLE,
      desc = "the new task is there, the old one gone")
  @Outcome(
      expect = Expect.FORBIDDEN,
      desc = "a task was lost, doubled, or let go of by another's stop")
  public static class SlotOfAnother {
    private final TaskContext context = context();
    private final DueTasks tasks = new DueTasks(0, 1, dueNs -> {});
    private final LocklessTask ending = task(context, tick -> {});
    private final LocklessTask following = task(context(), tick -> {});

    /** Creates the state with the first task. */
    public SlotOfAnother() {
      tasks.add(ending);
    }

    /** Runs the first task to its end and starts the other one, as a rule in the same slot. */
    @Actor
    public void replace() {
      DueTasks.Found found = new DueTasks.Found();
      if (tasks.first(found)) {
        LocklessTask claimed = tasks.claim(found);
        if (claimed != null) {
          tasks.remove(claimed);
        }
      }
      tasks.add(following);
    }

    /** Stops the first task. */
    @Actor
    public void stop() {
      ending.stop();
    }

    /** Takes out what is there. */
    @Arbiter
    public void tell(II_Result result) {
      DueTasks.Found found = new DueTasks.Found();
      while (tasks.first(found)) {
        result.r1 += tasks.claim(found) == following ? 1 : 2;
      }
      result.r2 = context.activeTasks();
    }
  }

  /** A task is started while a follower falls asleep: it wakes up in time for it by itself. */
  @JCStressTest
  @State
  @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "awake in time")
  @Outcome(expect = Expect.FORBIDDEN, desc = "sleeps on, although the leader may be in a long tick")
  public static class Follower {
    private final DueTasks tasks = new DueTasks(System.nanoTime(), 1, dueNs -> {});
    private final Leadership watch = new Leadership();
    private final Sleeper sleeper = new Sleeper(HZ_1.periodNs() + LocklessWorker.LOOK_EVERY_NS);
    private final LocklessWorker leader = newWorker(tasks, watch, Parker.OF_THIS_THREAD, () -> {});
    private final LocklessWorker follower = newWorker(tasks, watch, sleeper, sleeper::unpark);

    /** Creates the state with another worker that leads. */
    public Follower() {
      boolean unused = watch.lead(leader);
      sleeper.afterwards(follower::end);
    }

    /** Falls asleep. */
    @Actor
    public void step() {
      follower.step();
    }

    /** Starts a task. */
    @Actor
    public void start() {
      LocklessTask task = task(context(), tick -> {});
      tasks.add(task);
      watch.added(task.deadlineNs());
      sleeper.started();
    }

    /** Tells. */
    @Arbiter
    public void tell(I_Result result) {
      result.r1 = sleeper.overslept();
    }
  }

  /** Stop while a tick is run, and a task that ends by itself: ended once, and gone. */
  @JCStressTest
  @State
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "stopped and forgotten")
  @Outcome(expect = Expect.FORBIDDEN, desc = "counted as active, or ticks on")
  public static class Stop {
    private final TaskContext context = context();
    private final DueTasks tasks = new DueTasks(System.nanoTime(), 1, dueNs -> {});
    private final LocklessTask task = new SelfScheduledTask(context, "t", 1, turn -> turn.again(1));

    /** Creates the state with a task. */
    public Stop() {
      tasks.add(task);
    }

    /** Runs a turn. */
    @Actor
    public void run() {
      int unused = runFirst(tasks);
    }

    /** Stops it from outside. */
    @Actor
    public void stop() {
      task.stop();
    }

    /** Tries to run it, which forgets it. */
    @Arbiter
    public void tell(II_Result result) {
      int unused = runFirst(tasks);
      result.r1 = context.activeTasks();
      result.r2 = tasks.first(new DueTasks.Found()) ? 1 : 0;
    }
  }

  /** What is sent and received, and what has gone wrong: shared by the tests of mailboxes. */
  static final class Letters {
    final Mailbox<int[]> mailbox = new Mailbox<>("m", 2); // less than is sent
    private final int[] last = new int[2];
    private int received;
    private int wrong;

    void send(int sender) {
      for (int number = 1; number <= 2; number++) {
        int[] message = new int[2];
        message[0] = sender; // plain: the mailbox orders it
        message[1] = number;
        boolean unused = mailbox.offer(message);
      }
    }

    void receive() {
      int unused = mailbox.drain(this::read);
    }

    private void read(int[] message) {
      received++;
      if (message[1] <= last[message[0]]) {
        wrong++;
      }
      last[message[0]] = message[1];
    }

    /** Receives the rest; received and refused together are what was sent. */
    void tell(III_Result result) {
      receive();
      result.r1 = received + (int) mailbox.overflowed();
      result.r2 = wrong;
      result.r3 = (int) (mailbox.accepted() - mailbox.received());
    }
  }

  /** Two senders: nothing lost, nothing twice, in order for each of them. */
  @JCStressTest
  @State
  @Outcome(id = "4, 0, 0", expect = Expect.ACCEPTABLE, desc = "all, but for those refused")
  @Outcome(expect = Expect.FORBIDDEN, desc = "lost, doubled, or out of order")
  public static class Senders {
    private final Letters letters = new Letters();

    /** One sender. */
    @Actor
    public void one() {
      letters.send(0);
    }

    /** Another one. */
    @Actor
    public void other() {
      letters.send(1);
    }

    /** The owner. */
    @Arbiter
    public void tell(III_Result result) {
      letters.tell(result);
    }
  }

  /** A sender and the owner, with a mailbox that is full at first. */
  @JCStressTest
  @State
  @Outcome(id = "4, 0, 0", expect = Expect.ACCEPTABLE, desc = "all, but for those refused")
  @Outcome(expect = Expect.FORBIDDEN, desc = "lost, doubled, or out of order")
  public static class Receiver {
    private final Letters letters = new Letters();

    /** Creates the state with two messages. */
    public Receiver() {
      letters.send(0);
    }

    /** The sender. */
    @Actor
    public void send() {
      letters.send(1);
    }

    /** The owner. */
    @Actor
    public void receive() {
      letters.receive();
    }

    /** The owner, once more. */
    @Arbiter
    public void tell(III_Result result) {
      letters.tell(result);
    }
  }
}
