package dev.jitterlab.periodic;

import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.WaitingPeriods;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Tasks on a scheduler of another library. For one thread. */
final class PeerTicking implements Ticking {
  /**
   * So long after the start the schedules begin. A library that loads its classes meanwhile would
   * otherwise be late by that for good, if it cannot catch up.
   */
  private static final long LEAD_NS = 500_000_000;

  private final PeerScheduler peer;
  private final int threads;
  private final List<StartPlan.Start> starts;
  private final Supplier<Runnable> work;
  private final Supplier<TickListener> listeners;
  private volatile List<PeerTask> tasks = List.of(); // metrics ask for them, too
  private AutoCloseable running = () -> {};

  /**
   * Creates it; nothing is started yet.
   *
   * @param work makes what a task does at each tick
   * @param listeners makes who is told of the ticks of a task
   */
  PeerTicking(
      PeerScheduler peer,
      int threads,
      List<StartPlan.Start> starts,
      Supplier<Runnable> work,
      Supplier<TickListener> listeners) {
    this.peer = peer;
    this.threads = threads;
    this.starts = starts;
    this.work = work;
    this.listeners = listeners;
  }

  /**
   * The schedules begin together, as far apart as the starts are: the peer gets all tasks at once.
   */
  @Override
  public void start() {
    long nowNs = System.nanoTime();
    tasks =
        starts.stream()
            .map(
                start ->
                    new PeerTask(
                        start.name(),
                        start.rate(),
                        nowNs + LEAD_NS + start.afterNs() + start.rate().periodNs(),
                        work.get(),
                        listeners.get()))
            .collect(Collectors.toUnmodifiableList());
    running = peer.start(tasks, threads);
  }

  @Override
  public WaitingPeriods waitingPeriods() {
    long nowNs = System.nanoTime();
    return tasks.stream()
        .map(task -> task.waitingPeriods(nowNs))
        .reduce(WaitingPeriods.NONE, WaitingPeriods::plus);
  }

  @Override
  public void close() {
    try {
      running.close();
    } catch (Exception e) {
      throw new IllegalStateException(peer.name() + " does not end", e);
    }
  }
}
