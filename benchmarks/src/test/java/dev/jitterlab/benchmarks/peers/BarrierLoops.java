package dev.jitterlab.benchmarks.peers;

import dev.jitterlab.periodic.PeerScheduler;
import dev.jitterlab.periodic.PeerTask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/**
 * A loop in the shape of a game server that ticks everything together, as Minestom does by its
 * description: once a period all tasks of a rate are divided among the threads, and nobody goes on
 * before all are done. A task that is due within the period is run at the period's beginning or
 * after it, never before it is due.
 */
public final class BarrierLoops implements PeerScheduler {
  @Override
  public String name() {
    return "barrier";
  }

  @Override
  public AutoCloseable start(List<PeerTask> tasks, int threads) {
    Map<Long, List<PeerTask>> byPeriod = new LinkedHashMap<>();
    tasks.forEach(
        task -> byPeriod.computeIfAbsent(task.periodNs(), _ -> new ArrayList<>()).add(task));
    List<Loop> loops = new ArrayList<>();
    byPeriod.forEach((periodNs, group) -> loops.add(new Loop(periodNs, group, threads)));
    loops.forEach(Loop::start);
    return () -> {
      for (Loop loop : loops) {
        loop.end();
      }
    };
  }

  /** All tasks of one rate. */
  private static final class Loop extends Thread {
    private final long periodNs;
    private final List<Callable<Void>> parts = new ArrayList<>();
    private final ExecutorService pool;
    private final long firstNs;
    private volatile boolean ended;

    Loop(long periodNs, List<PeerTask> tasks, int threads) {
      super("barrier-" + periodNs);
      this.periodNs = periodNs;
      this.pool = Executors.newFixedThreadPool(threads);
      this.firstNs = tasks.stream().mapToLong(PeerTask::nextNs).max().orElseThrow();
      for (int thread = 0; thread < threads; thread++) {
        List<PeerTask> part = new ArrayList<>();
        for (int i = thread; i < tasks.size(); i += threads) {
          part.add(tasks.get(i));
        }
        parts.add(
            () -> {
              part.forEach(PeerTask::run);
              return null;
            });
      }
    }

    @Override
    public void run() {
      long nextNs = firstNs;
      try {
        while (!ended) {
          long leftNs = nextNs - System.nanoTime();
          if (leftNs > 0) {
            LockSupport.parkNanos(this, leftNs);
          } else {
            for (var done : pool.invokeAll(parts)) {
              done.get();
            }
            nextNs += periodNs;
          }
        }
      } catch (InterruptedException e) {
        ended = true;
      } catch (ExecutionException e) {
        throw new IllegalStateException("a tick failed", e);
      }
    }

    void end() throws InterruptedException {
      ended = true;
      LockSupport.unpark(this);
      join();
      pool.shutdown();
    }
  }
}
