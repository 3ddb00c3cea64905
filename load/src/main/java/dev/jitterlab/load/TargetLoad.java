package dev.jitterlab.load;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/**
 * The load on one target: what its streams offer, and what came of it. Offered is computed from the
 * plan and the clock alone, so a generator that falls behind shows as a difference between offered
 * and sent, and a server that falls behind as one between sent and answered. Thread-safe.
 */
public final class TargetLoad {
  private final Target target;
  private final ResponseTimes responseTimes;
  private final List<RequestStream> streams = new CopyOnWriteArrayList<>();
  private final LongAdder withdrawn = new LongAdder();
  private final LongAdder sent = new LongAdder();
  private final LongAdder answered = new LongAdder();

  TargetLoad(Target target, ResponseTimes responseTimes) {
    this.target = target;
    this.responseTimes = responseTimes;
  }

  /** Returns the server. */
  public Target target() {
    return target;
  }

  void add(RequestStream stream) {
    streams.add(stream);
  }

  void countWithdrawn() {
    withdrawn.increment();
  }

  void countSent() {
    sent.increment();
  }

  void countAnswered(long responseNs) {
    answered.increment();
    responseTimes.observe(responseNs);
  }

  /**
   * Returns how many requests were due by {@code nowNs}, sent or not, without those that were
   * withdrawn.
   */
  public long offeredBy(long nowNs) {
    long offered = -withdrawn.sum();
    for (RequestStream stream : streams) {
      offered += stream.offeredBy(nowNs);
    }
    return offered;
  }

  /** Returns how many requests were sent. */
  public long sent() {
    return sent.sum();
  }

  /** Returns how many requests the server is known to have received. */
  public long answered() {
    return answered.sum();
  }

  /** Returns how many streams, each one player, are pointed at the target. */
  public int players() {
    return streams.size();
  }

  /** Receives the time from a request's intended sending to its answer. */
  @FunctionalInterface
  interface ResponseTimes {
    void observe(long responseNs);
  }
}
