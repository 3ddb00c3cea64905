package dev.jitterlab.benchmarks.peers;

import dev.jitterlab.periodic.PeerScheduler;
import dev.jitterlab.periodic.PeerTask;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads in the shape of Folia's by its description: one queue of all tasks behind one lock, the
 * earliest start first. A thread takes the first task, waits until it is due, runs it, and puts it
 * back.
 */
public final class EarliestStartFirst implements PeerScheduler {
  @Override
  public String name() {
    return "earliest-first";
  }

  @Override
  public AutoCloseable start(List<PeerTask> tasks, int threads) {
    Queue queue = new Queue(tasks);
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread worker = new Thread(queue::work, "earliest-first-" + i);
      workers.add(worker);
      worker.start();
    }
    return () -> {
      queue.end();
      for (Thread worker : workers) {
        worker.join();
      }
    };
  }

  private static final class Queue {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PriorityQueue<PeerTask> tasks;
    private boolean ended;

    Queue(List<PeerTask> all) {
      tasks = new PriorityQueue<>(Comparator.comparingLong(PeerTask::nextNs));
      tasks.addAll(all);
    }

    void work() {
      try {
        for (PeerTask task = take(); task != null; task = take()) {
          task.run();
          put(task);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private PeerTask take() throws InterruptedException {
      lock.lock();
      try {
        while (!ended) {
          PeerTask first = tasks.peek();
          if (first == null) {
            changed.await();
          } else {
            long leftNs = first.nextNs() - System.nanoTime();
            if (leftNs <= 0) {
              return tasks.poll();
            }
            long unused = changed.awaitNanos(leftNs);
          }
        }
        return null;
      } finally {
        lock.unlock();
      }
    }

    private void put(PeerTask task) {
      lock.lock();
      try {
        tasks.add(task);
        if (tasks.peek() == task) {
          changed.signal();
        }
      } finally {
        lock.unlock();
      }
    }

    void end() {
      lock.lock();
      try {
        ended = true;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }
}
