package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.collect.Scraper;
import dev.jitterlab.lab.host.Failures;
import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.plan.Rotation;
import dev.jitterlab.lab.run.RunState.Slice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleConsumer;

/**
 * Moves the load of a block from server to server, as the {@link Rotation} of the plan says, and
 * writes down when each had it.
 *
 * <p>A turn begins when the load generator says that it works for that server and no other. A guard
 * follows, then the slice, bounded by two samples, then a guard again. While others have the load,
 * a server is not asked for its metrics: to answer would wake it. For the thread of the block.
 *
 * @param rotation without the groups that are skipped
 * @param load serves all of its servers; has just become ready
 */
record Rotator(RunContext run, Rotation rotation, LabProcess load, Scraper scraper) {
  /** A generator turns within milliseconds; after so long it does not do it at all. */
  private static final long TURN_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);

  private static final long TURN_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Waits to a deadline, and looks meanwhile whether all is well. */
  interface Waiting {
    void until(long deadlineNs) throws InterruptedException;
  }

  /**
   * Gives every server its warm-up.
   *
   * @param steady judges after each turn; null where the warm-up has a fixed length
   */
  void warmUp(SteadyWatch steady, Waiting waiting) throws InterruptedException {
    Map<String, Boolean> done = new HashMap<>();
    for (Rotation.Round round : rotation.warmup()) {
      for (String id : round.order()) {
        if (!done.getOrDefault(id, false)) {
          warmUp(id, round.seconds(), waiting);
          done.put(id, steady != null && (steady.areSteady() || !steady.unsteady().contains(id)));
        }
      }
    }
  }

  private void warmUp(String id, int seconds, Waiting waiting) throws InterruptedException {
    long beganNs = turnTo(id, waiting);
    double began = run.time().epochSeconds();
    waiting.until(beganNs + TimeUnit.SECONDS.toNanos(seconds));
    double from = began + rotation.guardSeconds();
    run.log().warmedUp(new Slice(id, from, Math.max(from, run.time().epochSeconds())));
  }

  /**
   * Measures every server, slice by slice.
   *
   * @param began is told when the first slice begins
   * @return when the last slice ended
   */
  double measure(DoubleConsumer began, Waiting waiting) throws InterruptedException {
    boolean first = true;
    double to = 0;
    for (Rotation.Round round : rotation.rounds()) {
      for (String id : round.order()) {
        waiting.until(turnTo(id, waiting) + guardNs());
        double from = scraper.sampleNow();
        if (first) {
          began.accept(from);
          first = false;
        }
        run.log().sliceBegan(id, from);
        double agoSeconds = run.time().epochSeconds() - from;
        waiting.until(
            run.time().nanoTime()
                + Math.round((round.seconds() - agoSeconds) * TimeUnit.SECONDS.toNanos(1)));
        to = scraper.sampleNow();
        run.log().sliceEnded(to);
        waiting.until(run.time().nanoTime() + guardNs());
      }
    }
    return to;
  }

  private long guardNs() {
    return TimeUnit.SECONDS.toNanos(rotation.guardSeconds());
  }

  /** Returns when the load had turned. */
  private long turnTo(String id, Waiting waiting) throws InterruptedException {
    List<String> only = List.of(id);
    load.turnTo(only);
    long deadlineNs = run.time().nanoTime() + TURN_TIMEOUT_NS;
    while (!load.hasTurned(only)) {
      if (run.time().nanoTime() - deadlineNs >= 0) {
        throw Failures.doesNotTurn(load, null);
      }
      waiting.until(run.time().nanoTime() + TURN_LOOK_NS);
    }
    scraper.attendTo(Set.of(id));
    return run.time().nanoTime();
  }
}
