package dev.jitterlab.connections;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What has happened to a server. Thread-safe. */
final class ServerCounts {
  final AtomicInteger open = new AtomicInteger();
  final AtomicInteger silent = new AtomicInteger();
  final LongAdder accepted = new LongAdder();
  final LongAdder messages = new LongAdder();
  final LongAdder broadcasts = new LongAdder();
  private final AtomicLong firstAcceptNs = new AtomicLong();
  private final AtomicLong lastWelcomeNs = new AtomicLong();
  private final LongAdder measuringNs = new LongAdder();
  private final AtomicLong measuringBeforeLastNs = new AtomicLong();
  private final Map<String, LongAdder> refused = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> closed = new ConcurrentHashMap<>();

  ServerCounts() {
    for (String reason : new String[] {"server-full", "no-descriptor", "no-thread"}) {
      refused.put(reason, new LongAdder());
    }
    for (String reason :
        new String[] {"gone", "silent", "flood", "half-frame", "oversized", "malformed", "slow"}) {
      closed.put(reason, new LongAdder());
    }
  }

  /** A connection was not taken in. */
  void refuse(String reason) {
    refused.computeIfAbsent(reason, unused -> new LongAdder()).increment();
  }

  /** A connection was given up. */
  void close(String reason) {
    closed.computeIfAbsent(reason, unused -> new LongAdder()).increment();
  }

  Map<String, LongAdder> refused() {
    return new TreeMap<>(refused);
  }

  Map<String, LongAdder> closed() {
    return new TreeMap<>(closed);
  }

  /** A connection is taken in now. */
  void accept(long nowNs) {
    firstAcceptNs.compareAndSet(0, nowNs);
  }

  /** A connection has been greeted now. */
  void greet(long nowNs) {
    lastWelcomeNs.set(nowNs);
    measuringBeforeLastNs.set(measuringNs.sum());
  }

  boolean hasGreeted() {
    return lastWelcomeNs.get() != 0;
  }

  /** The server has measured itself for so long; meanwhile its clients wait. */
  void measure(long ns) {
    measuringNs.add(ns);
  }

  /** Connections taken in and greeted per second, from the first to the last so far. */
  double acceptedPerSecond() {
    return perSecond(lastWelcomeNs.get() - firstAcceptNs.get());
  }

  /** The same of the time in which the server did not measure itself. */
  double acceptedPerSecondWithoutMeasuring() {
    return perSecond(lastWelcomeNs.get() - firstAcceptNs.get() - measuringBeforeLastNs.get());
  }

  private double perSecond(long ns) {
    return ns <= 0 ? 0 : accepted.sum() / (ns / 1e9);
  }
}
