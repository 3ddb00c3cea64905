package dev.jitterlab.periodic;

import dev.jitterlab.observer.Snapshots;
import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickListener;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The mean drift of each task since its start, to say how fairly a scheduler treats them: {@code
 * jitterlab_task_drift_worst_ratio} is that of the task with the most, in times of the mean of all
 * tasks. 1 is fair. Thread-safe; a tick allocates nothing.
 */
final class TaskDrifts {
  private static final String NAME = "jitterlab_task_drift_worst_ratio";
  private static final String HELP =
      "Mean drift of the worst task, as a multiple of that of all tasks.";

  private final List<OfTask> tasks = new CopyOnWriteArrayList<>();

  /** Returns what is told of each start of one task. */
  TickListener ofTask() {
    OfTask task = new OfTask();
    tasks.add(task);
    return task;
  }

  /** Adds the figure to a registry. */
  void register(PrometheusRegistry registry) {
    registry.register((Collector) () -> Snapshots.gauge(NAME, HELP, worstRatio()));
  }

  /** Returns 1 while nothing was late. */
  double worstRatio() {
    double[] means = tasks.stream().mapToDouble(OfTask::meanNs).sorted().toArray();
    double sum = 0;
    for (double mean : means) {
      sum += mean;
    }
    return sum <= 0 ? 1 : means[means.length - 1] / (sum / means.length);
  }

  /** Counts for one task; written by the threads that run it, one after another. */
  private static final class OfTask implements TickListener {
    private final AtomicLong ticks = new AtomicLong();
    private final AtomicLong driftNs = new AtomicLong();

    @Override
    public void onTick(Tick tick) {
      driftNs.lazySet(driftNs.get() + Math.max(0, tick.driftNs()));
      ticks.lazySet(ticks.get() + 1);
    }

    double meanNs() {
      long count = ticks.get();
      return count == 0 ? 0 : (double) driftNs.get() / count;
    }
  }
}
