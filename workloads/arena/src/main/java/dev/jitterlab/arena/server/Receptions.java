package dev.jitterlab.arena.server;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts what became of clients' messages. Thread-safe. */
final class Receptions {
  private final Map<Reception, LongAdder> counts = new EnumMap<>(Reception.class);

  Receptions() {
    for (Reception one : Reception.values()) {
      counts.put(one, new LongAdder());
    }
  }

  void count(Reception what) {
    counts.get(what).increment();
  }

  long of(Reception what) {
    return counts.get(what).sum();
  }
}
