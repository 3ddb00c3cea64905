package dev.jitterlab.benchmarks.peers;

import dev.jitterlab.periodic.PeerScheduler;
import dev.jitterlab.periodic.PeerTask;
import io.netty.util.HashedWheelTimer;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Netty's hashed wheel: one thread, which looks every millisecond, the least that it takes. It is
 * meant for timeouts that seldom happen; a tick arms the next one.
 */
public final class NettyWheel implements PeerScheduler {
  private static final int TICK_MS = 1;

  @Override
  public String name() {
    return "netty-wheel";
  }

  @Override
  public AutoCloseable start(List<PeerTask> tasks, int threads) {
    HashedWheelTimer timer = new HashedWheelTimer(TICK_MS, TimeUnit.MILLISECONDS);
    tasks.forEach(task -> arm(timer, task));
    return timer::stop;
  }

  private static void arm(HashedWheelTimer timer, PeerTask task) {
    var unused =
        timer.newTimeout(
            _ -> {
              task.run();
              arm(timer, task);
            },
            Math.max(0, task.nextNs() - System.nanoTime()),
            TimeUnit.NANOSECONDS);
  }
}
