package dev.jitterlab.idioms;

import dev.jitterlab.lock.BoundedBargingLock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Adds one under a lock that nobody else wants. */
@State(Scope.Thread)
public class MonitorIdiom {
  private static final int BARGES = 16;

  private final Object monitor = new Object();
  private final Object contendedOnce = new Object();
  private final ReentrantLock unfair = new ReentrantLock(false);
  private final ReentrantLock fair = new ReentrantLock(true);
  private final BoundedBargingLock bounded = BoundedBargingLock.of(BARGES);
  private final BoundedBargingLock adaptive = BoundedBargingLock.adaptive(BARGES);
  private long count;

  /** Lets a thread wait for one of the monitors, which makes that one a heavy one. */
  @Setup
  public void prepare() throws InterruptedException {
    CountDownLatch asks = new CountDownLatch(1);
    Thread other =
        new Thread(
            () -> {
              asks.countDown();
              synchronized (contendedOnce) {
                count++;
              }
            },
            "other");
    synchronized (contendedOnce) {
      other.start();
      asks.await();
      while (other.getState() != Thread.State.BLOCKED) {
        Thread.onSpinWait();
      }
    }
    other.join();
  }

  @Benchmark
  public long none() {
    return ++count;
  }

  @Benchmark
  public long monitor() {
    synchronized (monitor) {
      return ++count;
    }
  }

  @Benchmark
  public long contendedOnce() {
    synchronized (contendedOnce) {
      return ++count;
    }
  }

  @Benchmark
  public long unfair() {
    unfair.lock();
    try {
      return ++count;
    } finally {
      unfair.unlock();
    }
  }

  @Benchmark
  public long fair() {
    fair.lock();
    try {
      return ++count;
    } finally {
      fair.unlock();
    }
  }

  @Benchmark
  public long bounded() {
    bounded.lock();
    try {
      return ++count;
    } finally {
      bounded.unlock();
    }
  }

  @Benchmark
  public long adaptive() {
    adaptive.lock();
    try {
      return ++count;
    } finally {
      adaptive.unlock();
    }
  }
}
