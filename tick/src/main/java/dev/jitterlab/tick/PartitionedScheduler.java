package dev.jitterlab.tick;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A fixed number of workers, each with tasks of its own, which it runs in the order of their
 * deadlines and for which it waits by itself: no hand-off from a timer, no shared queue, no lock. A
 * new task goes to the worker with the least to do; one whose thread could not start gets no task.
 * docs/tick-runtime.md says how it works.
 *
 * <p>Tasks in quarantine ({@link ExecutionBudget}) have a worker of their own. Its thread is
 * started for the first of them, or with the others if these have CPUs of their own. It neither
 * helps the others nor is helped, and asks for no thread settings: a task that takes too long must
 * not do so at a priority.
 */
final class PartitionedScheduler extends TaskScheduler {
  private final SpinBudget budget;
  private final int workerCount;
  private final List<WorkerThread<PartitionWorker>> threads = new ArrayList<>();
  private final List<PartitionWorker> workers = new ArrayList<>();
  private WorkerThread<PartitionWorker> quarantine;
  private volatile boolean closed;

  PartitionedScheduler(
      TaskContext context,
      int threadCount,
      Waiting waiting,
      double spinBudget,
      ThreadSettings settings) {
    super(context);
    this.budget = new SpinBudget(spinBudget, context.clock().nanoTime());
    this.workerCount = threadCount;
    for (int i = 0; i < threadCount; i++) {
      WorkerThread<PartitionWorker> thread = workerThread("worker-" + i, i, waiting, settings);
      thread.worker().keeps(false, this::quarantine);
      threads.add(thread);
      workers.add(thread.worker());
    }
    PartitionWorker.together(workers);
    WorkerThread.startAll(threads);
    if (settings.haveCpus()) {
      startQuarantine();
    }
  }

  /**
   * Starts the thread of the tasks in quarantine together with the workers. A thread that a worker
   * starts would inherit its CPU, and keep that one from its ticks. If there is no room for it now,
   * the first task that needs it tries again.
   */
  private void startQuarantine() {
    try {
      PartitionWorker unused = quarantine();
    } catch (Exception | OutOfMemoryError e) {
      return; // perhaps no task will need it
    }
  }

  @Override
  public TaskHandle start(String name, Rate rate, TaskOptions options, TickTask task) {
    PartitionWorker worker = closed ? null : leastLoaded(workers);
    if (worker == null) {
      throw new IllegalStateException("the scheduler is closed");
    }
    OwnedTask owned = new OwnedTask(worker, context, name, rate, options, task);
    owned.countedNs = (float) meanNs(workers);
    worker.add(owned);
    return owned;
  }

  /**
   * Returns the worker of the tasks in quarantine; null when closed. The first call starts it, and
   * throws if that fails: then the next call tries again.
   */
  private synchronized PartitionWorker quarantine() {
    if (quarantine == null && !closed) {
      WorkerThread<PartitionWorker> thread =
          workerThread("quarantine", 0, Waiting.PARK, ThreadSettings.none());
      thread.worker().keeps(true, () -> leastLoaded(workers));
      WorkerThread.startAll(List.of(thread));
      quarantine = thread;
    }
    return quarantine == null ? null : quarantine.worker();
  }

  /** Returns all threads; there will be no other. */
  private synchronized List<WorkerThread<PartitionWorker>> closing() {
    closed = true;
    List<WorkerThread<PartitionWorker>> all = new ArrayList<>(threads);
    if (quarantine != null) {
      all.add(quarantine);
    }
    return all;
  }

  /**
   * Returns the worker whose tasks take the least time per second, as far as is measured; null if
   * all have ended.
   */
  static PartitionWorker leastLoaded(List<PartitionWorker> workers) {
    PartitionWorker least = null;
    double leastLoad = 0;
    for (int i = 0; i < workers.size(); i++) { // an iterator would be a sixth of a task's memory
      PartitionWorker worker = workers.get(i);
      double load = worker.load().cores();
      if (!worker.hasEnded() && (least == null || load < leastLoad)) {
        least = worker;
        leastLoad = load;
      }
    }
    return least;
  }

  /** Returns how long a tick takes, on average; 0 without tasks. */
  private static double meanNs(List<PartitionWorker> workers) {
    double load = 0;
    double milliHertz = 0;
    for (int i = 0; i < workers.size(); i++) {
      load += workers.get(i).load().cores();
      milliHertz += (double) workers.get(i).load().milliHertz();
    }
    return milliHertz == 0 ? 0 : load * WorkerLoad.ONE_CORE / milliHertz;
  }

  @Override
  public long takenOverTicks() {
    return workers.stream().mapToLong(PartitionWorker::takenOver).sum();
  }

  @Override
  public long spunNs() {
    return budget.spunNs();
  }

  @Override
  public List<ThreadSettingReport> threadSettings() {
    List<ThreadSettingReport> reports = new ArrayList<>();
    threads.forEach(thread -> reports.addAll(thread.settingReports()));
    return reports;
  }

  @Override
  public boolean close(Duration limit) {
    List<WorkerThread<PartitionWorker>> all = closing();
    all.forEach(thread -> thread.worker().end());
    context.endAll(); // also a task that one worker runs for another: none of them has it
    return ThreadEnd.await(all.stream(), limit);
  }

  private WorkerThread<PartitionWorker> workerThread(
      String name, int number, Waiting waiting, ThreadSettings settings) {
    SpinBudget part = budget.part(workerCount);
    Waiter waiter = new Waiter(waiting, context.clock(), Parker.OF_THIS_THREAD, part);
    return new WorkerThread<>(
        context,
        name,
        number,
        settings,
        Parker.OF_THIS_THREAD,
        unpark -> new PartitionWorker(context.clock(), waiter, unpark));
  }
}
