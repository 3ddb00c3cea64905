package dev.jitterlab.aggregator.call;

import dev.failsafe.Bulkhead;
import dev.failsafe.CircuitBreaker;
import dev.jitterlab.observer.CountsByKind;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What stands before one service: the bulkhead, and for each replica its circuit breaker and its
 * latencies. Thread-safe.
 */
final class ServiceGate {
  private final Bulkhead<Object> bulkhead;
  private final Replica[] replicas;
  private final AtomicInteger turn = new AtomicInteger();
  final CountsByKind<CallOutcome> outcomes = new CountsByKind<>(CallOutcome.class);

  /** One replica of the service. */
  static final class Replica {
    final int index;
    final LatencyWindow latencies;
    final AtomicInteger underWay = new AtomicInteger();
    private final CircuitBreaker<Object> breaker;
    private final long openNs;

    /** Before then no call in a hurry may try a replica whose breaker is not closed. */
    private final AtomicLong nextHurriedTrialNs = new AtomicLong(System.nanoTime());

    Replica(int index, CallSettings settings) {
      this.index = index;
      this.latencies = new LatencyWindow(settings.hedgeQuantile);
      this.openNs = TimeUnit.MILLISECONDS.toNanos(settings.breakerOpenMs);
      this.breaker =
          settings.breakers
              ? CircuitBreaker.builder()
                  .withFailureRateThreshold(
                      settings.breakerPercent,
                      settings.breakerCalls,
                      Duration.ofMillis(settings.breakerWindowMs))
                  .withDelay(Duration.ofMillis(settings.breakerOpenMs))
                  .withSuccessThreshold(3)
                  .build()
              : null;
    }

    private boolean mayCall(boolean hurried) {
      return breaker == null || (hurried ? mayCallInAHurry() : breaker.tryAcquirePermit());
    }

    /**
     * A call in a hurry often shows nothing of the replica, but the breaker takes back a permit
     * only with a judgement. So such a call holds none. Once the breaker has been open for its
     * time, one of them tries the replica, and another one as long after that.
     */
    private boolean mayCallInAHurry() {
      if (breaker.isClosed()) {
        return true;
      }
      long nowNs = System.nanoTime();
      long fromNs = nextHurriedTrialNs.get();
      return breaker.getRemainingDelay().isZero()
          && nowNs - fromNs >= 0
          && nextHurriedTrialNs.compareAndSet(fromNs, nowNs + openNs);
    }

    /**
     * Every call that was allowed must tell how it ended: an open breaker counts its trials. A call
     * in a hurry is a trial only now that it shows something, and only if one is still wanted.
     */
    void ended(boolean well, boolean hurried) {
      underWay.decrementAndGet();
      if (breaker == null || (hurried && !breaker.tryAcquirePermit())) {
        return;
      }
      if (well) {
        breaker.recordSuccess();
      } else {
        breaker.recordFailure();
      }
    }

    /**
     * A call that was allowed ended and showed nothing of the replica. A closed breaker does not
     * count it. One that is not closed takes back the permit of a trial only with a success; a call
     * in a hurry had none.
     */
    void endedUnjudged(boolean hurried) {
      underWay.decrementAndGet();
      if (!hurried && breaker != null && !breaker.isClosed()) {
        breaker.recordSuccess();
      }
    }

    boolean isOpen() {
      return breaker != null && !breaker.isClosed();
    }
  }

  ServiceGate(int replicaCount, CallSettings settings) {
    bulkhead = settings.bulkhead > 0 ? Bulkhead.of(settings.bulkhead) : null;
    replicas = new Replica[replicaCount];
    for (int i = 0; i < replicaCount; i++) {
      replicas[i] = new Replica(i, settings);
    }
  }

  boolean enter() {
    return bulkhead == null || bulkhead.tryAcquirePermit();
  }

  void leave() {
    if (bulkhead != null) {
      bulkhead.releasePermit();
    }
  }

  /**
   * Returns the replica with the fewest calls under way whose breaker lets one through, in turn
   * among equals, and counts the call; null if there is none.
   *
   * @param but one that is not wanted; null for any
   * @param hurried whether a client gives it too little time
   */
  Replica choose(Replica but, boolean hurried) {
    int first = turn.getAndIncrement();
    BitSet refused = null; // that is rare
    for (int tries = 0; tries < replicas.length; tries++) {
      Replica best = null;
      for (int i = 0; i < replicas.length; i++) {
        Replica one = replicas[Math.floorMod(first + i, replicas.length)];
        boolean canBe = one != but && (refused == null || !refused.get(one.index));
        if (canBe && (best == null || one.underWay.get() < best.underWay.get())) {
          best = one;
        }
      }
      if (best == null) {
        return null;
      }
      if (best.mayCall(hurried)) {
        best.underWay.incrementAndGet();
        return best;
      }
      if (refused == null) {
        refused = new BitSet(replicas.length);
      }
      refused.set(best.index);
    }
    return null;
  }

  /** Returns after which time a call is slow: by the fastest replica's latencies; −1 if unknown. */
  long slowNs() {
    long least = -1;
    for (Replica replica : replicas) {
      long ns = replica.latencies.quantileNs();
      if (ns >= 0 && (least < 0 || ns < least)) {
        least = ns;
      }
    }
    return least;
  }

  /** Returns the same of one replica's own latencies. */
  long slowNs(int replica) {
    return replicas[replica].latencies.quantileNs();
  }

  int replicaCount() {
    return replicas.length;
  }

  /** Returns how many requests to its replicas are under way. */
  long underWay() {
    return Arrays.stream(replicas).mapToLong(one -> one.underWay.get()).sum();
  }

  long open() {
    return Arrays.stream(replicas).filter(Replica::isOpen).count();
  }
}
