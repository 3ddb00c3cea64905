package dev.jitterlab.benchmarks.peers;

import dev.jitterlab.periodic.PeerScheduler;
import dev.jitterlab.periodic.PeerTask;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.DeadlineTimerWheel;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.BackoffIdleStrategy;

/**
 * Agrona's timer wheel under an agent, one for each thread; tasks are dealt out. The agent idles as
 * Agrona's own back-off does, which spins, yields, and then parks for up to a millisecond.
 */
public final class AgronaWheels implements PeerScheduler {
  /** 65.5 µs: a power of two, as the wheel demands. */
  private static final long RESOLUTION_NS = 1 << 16;

  private static final int SLOTS = 1_024;
  private static final int MOST_AT_ONCE = 1_000;

  @Override
  public String name() {
    return "agrona-wheel";
  }

  @Override
  public AutoCloseable start(List<PeerTask> tasks, int threads) {
    List<AgentRunner> runners = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      Wheel wheel = new Wheel("agrona-" + thread);
      for (int i = thread; i < tasks.size(); i += threads) {
        wheel.add(tasks.get(i));
      }
      AgentRunner runner =
          new AgentRunner(new BackoffIdleStrategy(), Throwable::printStackTrace, null, wheel);
      runners.add(runner);
      var unused = AgentRunner.startOnThread(runner);
    }
    return () -> runners.forEach(AgentRunner::close);
  }

  /** Turns one wheel; stepped by its runner's thread. */
  private static final class Wheel implements Agent {
    private final String name;
    private final DeadlineTimerWheel wheel =
        new DeadlineTimerWheel(TimeUnit.NANOSECONDS, System.nanoTime(), (int) RESOLUTION_NS, SLOTS);
    private final Long2ObjectHashMap<PeerTask> byTimer = new Long2ObjectHashMap<>();

    Wheel(String name) {
      this.name = name;
    }

    void add(PeerTask task) {
      byTimer.put(wheel.scheduleTimer(task.nextNs()), task);
    }

    /** A poll turns the wheel by one slot at most, so an agent that slept has to poll often. */
    @Override
    public int doWork() {
      int expired = 0;
      long nowNs = System.nanoTime();
      do {
        expired += wheel.poll(nowNs, this::expire, MOST_AT_ONCE);
      } while (wheel.currentTickTime() <= nowNs);
      return expired;
    }

    private boolean expire(TimeUnit unit, long nowNs, long timer) {
      PeerTask task = byTimer.remove(timer);
      task.run();
      add(task);
      return true;
    }

    @Override
    public String roleName() {
      return name;
    }
  }
}
