package dev.jitterlab.benchmarks.peers;

import dev.jitterlab.periodic.PeerScheduler;
import dev.jitterlab.periodic.PeerTask;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Netty's event executors: tasks are dealt out to the loops, each is scheduled at its rate. */
public final class NettyEventLoops implements PeerScheduler {
  @Override
  public String name() {
    return "netty-event-loop";
  }

  @Override
  public AutoCloseable start(List<PeerTask> tasks, int threads) {
    DefaultEventExecutorGroup loops = new DefaultEventExecutorGroup(threads);
    for (PeerTask task : tasks) {
      var unused =
          loops
              .next()
              .scheduleAtFixedRate(
                  task::run,
                  Math.max(0, task.nextNs() - System.nanoTime()),
                  task.periodNs(),
                  TimeUnit.NANOSECONDS);
    }
    return () -> loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
  }
}
