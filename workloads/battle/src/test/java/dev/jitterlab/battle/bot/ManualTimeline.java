package dev.jitterlab.battle.bot;

import static org.junit.jupiter.api.Assertions.fail;

import dev.jitterlab.tick.ManualClock;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A timeline that the test moves. Steps come in from any thread; they run on the test's own, which
 * waits for as many as there is to wait for.
 */
final class ManualTimeline implements Timeline {
  private static final class Step {
    final long dueNs;
    final long order;
    final Runnable action;

    Step(long dueNs, long order, Runnable action) {
      this.dueNs = dueNs;
      this.order = order;
      this.action = action;
    }
  }

  private static final int PATIENCE_SECONDS = 20;

  private final ManualClock clock = new ManualClock(Long.MAX_VALUE / 2);
  private final BlockingQueue<Step> now = new LinkedBlockingQueue<>();
  private final PriorityQueue<Step> later =
      new PriorityQueue<>(
          (a, b) ->
              a.dueNs != b.dueNs ? Long.compare(a.dueNs, b.dueNs) : Long.compare(a.order, b.order));
  private long order;

  @Override
  public long nowNs() {
    return clock.nanoTime();
  }

  @Override
  public void after(long delayNs, Runnable action) {
    if (delayNs == 0) {
      now.add(new Step(0, 0, action));
    } else {
      later.add(new Step(nowNs() + delayNs, order++, action)); // only from steps and the test
    }
  }

  /** Runs the next step that came in without a delay, and waits for it if need be. */
  void runNext() throws InterruptedException {
    Step step = now.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (step == null) {
      fail("nothing came in");
    }
    step.action.run();
  }

  /** Moves the clock on to the earliest step with a delay, and runs it. */
  void runLater() {
    Step step = later.remove();
    clock.advanceTo(step.dueNs);
    step.action.run();
  }

  /** Lets time pass, running what is due in it. */
  void pass(long ns) {
    long untilNs = nowNs() + ns;
    while (!later.isEmpty() && later.peek().dueNs - untilNs <= 0) {
      runLater();
    }
    clock.advanceTo(untilNs);
  }
}
