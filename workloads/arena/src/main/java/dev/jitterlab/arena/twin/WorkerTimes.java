package dev.jitterlab.arena.twin;

import dev.jitterlab.tick.NanoClock;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * What the workers of a pool did while they ran updates: they used a CPU, waited for one, or were
 * blocked by something else, such as a lock or a page that was not there. Reading that takes about
 * three microseconds an update. Thread-safe.
 */
public final class WorkerTimes {
  private final NanoClock clock;
  private final Supplier<WorkerReading> readings;
  private final Map<Thread, Worker> running = new ConcurrentHashMap<>();
  private final Queue<Worker> workers = new ConcurrentLinkedQueue<>();
  private final LongAdder updates = new LongAdder();
  private final LongAdder cpuNs = new LongAdder();
  private final LongAdder runQueueNs = new LongAdder();
  private final LongAdder blockedNs = new LongAdder();
  private final LongAdder turns = new LongAdder();

  /** Begins without workers, and reads what this system says. */
  public WorkerTimes(NanoClock clock) {
    this(clock, SystemWorkerReading::new);
  }

  WorkerTimes(NanoClock clock, Supplier<WorkerReading> readings) {
    this.clock = clock;
    this.readings = readings;
  }

  /** A thread of the pool: its own figures, written by itself. */
  private static final class Worker {
    final WorkerReading reading;
    final AtomicLong cpuNs = new AtomicLong();
    long turns;

    Worker(WorkerReading reading) {
      this.reading = reading;
    }
  }

  /** Does the work of a thread of the pool, from its begin to its end. */
  void thread(Runnable work) {
    Worker worker = new Worker(readings.get());
    worker.reading.read();
    worker.turns = worker.reading.turns();
    running.put(Thread.currentThread(), worker);
    workers.add(worker);
    try {
      work.run();
    } finally {
      running.remove(Thread.currentThread());
      worker.reading.close();
    }
  }

  /** Runs an update in a thread of the pool. */
  void update(Runnable work) {
    Worker worker = running.get(Thread.currentThread());
    WorkerReading reading = worker.reading;
    reading.read();
    long delayBefore = reading.runQueueNs();
    long cpuBefore = reading.cpuNs();
    long startNs = clock.nanoTime();
    try {
      work.run();
    } finally {
      long tookNs = clock.nanoTime() - startNs;
      long onCpuNs = Math.min(tookNs, reading.cpuNs() - cpuBefore);
      reading.read();
      long delayNs = Math.min(tookNs - onCpuNs, reading.runQueueNs() - delayBefore);
      updates.increment();
      cpuNs.add(onCpuNs);
      runQueueNs.add(delayNs);
      blockedNs.add(tookNs - onCpuNs - delayNs);
      worker.cpuNs.lazySet(worker.cpuNs.get() + onCpuNs);
      turns.add(reading.turns() - worker.turns);
      worker.turns = reading.turns();
    }
  }

  /** Returns how many updates ran. */
  public long updates() {
    return updates.sum();
  }

  /** Returns how long updates used a CPU. */
  public long cpuNs() {
    return cpuNs.sum();
  }

  /** Returns how long they waited for one. */
  public long runQueueNs() {
    return runQueueNs.sum();
  }

  /** Returns how long they did neither. */
  public long blockedNs() {
    return blockedNs.sum();
  }

  /** Returns how often workers were put on a CPU: as often as they had been switched out. */
  public long turns() {
    return turns.sum();
  }

  /** Returns the CPU time of the worker with most of it, by that of the mean worker; 0 at first. */
  public double busiest() {
    long most = 0;
    long sum = 0;
    int count = 0;
    for (Worker worker : workers) {
      most = Math.max(most, worker.cpuNs.get());
      sum += worker.cpuNs.get();
      count++;
    }
    return sum == 0 ? 0 : (double) most * count / sum;
  }
}
