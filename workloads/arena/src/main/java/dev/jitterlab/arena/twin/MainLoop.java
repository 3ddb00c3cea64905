package dev.jitterlab.arena.twin;

import dev.jitterlab.arena.world.ActiveObject;
import dev.jitterlab.tick.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * The traditional game server: one thread goes round all active objects and updates those that are
 * due. The simulated time is the same for all objects of one round (LEARS, section III).
 */
final class MainLoop implements ExecutionModel {
  private static final long IDLE_NS = 50_000_000;

  /** Objects that are due this soon belong to the same round. */
  private static final long SAME_ROUND_NS = 1_000_000;

  private final NanoClock clock;
  private final ConcurrentLinkedQueue<ActiveObject> joining = new ConcurrentLinkedQueue<>();
  private final List<ActiveObject> objects = new ArrayList<>();
  private final Thread thread;
  private volatile boolean ended;

  MainLoop(NanoClock clock) {
    this.clock = clock;
    this.thread = new Thread(this::loop, "main-loop");
    thread.start();
  }

  @Override
  public void start(ActiveObject object, long firstAfterNs) {
    joining.add(object);
  }

  private void loop() {
    while (!ended) {
      long nextNs = round(clock.nanoTime());
      long waitNs = nextNs - clock.nanoTime();
      if (waitNs > 0) {
        LockSupport.parkNanos(this, waitNs);
      }
    }
  }

  /** Updates what is due; returns when the next object is. */
  private long round(long nowNs) {
    long nextNs = nowNs + IDLE_NS;
    takeNew();
    for (int i = 0; i < objects.size() && !ended; i++) {
      ActiveObject object = objects.get(i);
      if (object.dueNs() - nowNs < SAME_ROUND_NS && !object.run(nowNs)) {
        objects.set(i, objects.get(objects.size() - 1));
        objects.remove(objects.size() - 1);
        i--;
        continue;
      }
      if (object.dueNs() - nextNs < 0) {
        nextNs = object.dueNs();
      }
      takeNew();
    }
    return nextNs;
  }

  private void takeNew() {
    ActiveObject object = joining.poll();
    while (object != null) {
      objects.add(object);
      object = joining.poll();
    }
  }

  @Override
  public void close() {
    ended = true;
    LockSupport.unpark(thread);
    ThreadEnds.await(thread);
  }
}
