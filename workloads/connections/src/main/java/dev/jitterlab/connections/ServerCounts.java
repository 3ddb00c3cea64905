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
  final AtomicLong firstAcceptNs = new AtomicLong();
  final AtomicLong lastWelcomeNs = new AtomicLong();
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

  /** Connections taken in and greeted per second, from the first to the last so far. */
  double acceptedPerSecond() {
    long ns = lastWelcomeNs.get() - firstAcceptNs.get();
    return ns <= 0 ? 0 : accepted.sum() / (ns / 1e9);
  }
}
