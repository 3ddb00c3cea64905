package dev.jitterlab.agent;

import dev.jitterlab.arrivals.WatchedSchedule;
import dev.jitterlab.tick.ExternalTask;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.WaitWatch;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * What the threads of a server that is watched do to one another in the agent, under jcstress. Run
 * by
 *
 * <pre>java -cp benchmarks/target/jitterlab-benchmarks.jar org.openjdk.jcstress.Main -t AgentStress
 * </pre>
 */
public class AgentStress {
  private AgentStress() {}

  private static final Rate HZ_1 = Rate.hz(1);
  private static final IntFunction<WatchedTask> NEW_TASK = number -> task(calls(), tick -> {});

  private static WatchedTask task(TickCalls calls, TickListener listener) {
    return new WatchedTask(
        System::nanoTime,
        calls,
        new ExternalTask("t", HZ_1, listener),
        new WatchedSchedule(HZ_1.periodNs(), HZ_1::offsetNs),
        LateSignal.NONE,
        new WaitWatch());
  }

  private static TickCalls calls() {
    return new TickCalls(new AgentLog(System.err));
  }

  /** Two threads call the tick of one object: one after the other, or one is left out, counted. */
  @JCStressTest
  @State
  @Outcome(id = "2, 2, 0", expect = Expect.ACCEPTABLE, desc = "one after the other")
  @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "at once: one is left out")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a tick was lost, or not seen by the next")
  public static class SameTask {
    private final TickCalls calls = calls();
    private int plain; // orders itself by the task alone
    private long lastIndex = -1;
    private final WatchedTask task =
        task(
            calls,
            tick -> {
              plain++;
              lastIndex = tick.index();
            });

    private void tick() {
      Consumer<Throwable> tick = task.begin();
      if (tick != null) {
        tick.accept(null);
      }
    }

    /** One thread. */
    @Actor
    public void one() {
      tick();
    }

    /** Another one. */
    @Actor
    public void other() {
      tick();
    }

    /** What became of it. */
    @Arbiter
    public void count(III_Result result) {
      result.r1 = plain;
      result.r2 = (int) lastIndex + 1;
      result.r3 = (int) calls.overlapping.sum();
    }
  }

  /** Two threads are the first to call the tick of an object, while the table grows. */
  @JCStressTest
  @State
  @Outcome(id = "1, 10", expect = Expect.ACCEPTABLE, desc = "both found the same task")
  @Outcome(expect = Expect.FORBIDDEN, desc = "an object has two tasks, or one was lost")
  public static class SameReceiver {
    private final Object receiver = new Object();
    private final Object[] others = new Object[9];
    private final WatchedTasks tasks = new WatchedTasks(100);
    private WatchedTask first;
    private WatchedTask second;

    /** Creates the state: the table is nearly half full. */
    public SameReceiver() {
      for (int i = 0; i < others.length; i++) {
        others[i] = new Object();
      }
      for (int i = 0; i < 7; i++) {
        tasks.of(others[i], NEW_TASK);
      }
    }

    /** One thread. */
    @Actor
    public void one() {
      tasks.of(others[7], NEW_TASK);
      first = tasks.of(receiver, NEW_TASK);
    }

    /** Another one. */
    @Actor
    public void other() {
      second = tasks.of(receiver, NEW_TASK);
      tasks.of(others[8], NEW_TASK);
    }

    /** What they found. */
    @Arbiter
    public void compare(II_Result result) {
      result.r1 = first == second && first == tasks.of(receiver, NEW_TASK) ? 1 : 0;
      result.r2 = tasks.size();
    }
  }
}
