package dev.jitterlab.aggregator.server;

import dev.jitterlab.aggregator.page.PageKind;
import dev.jitterlab.observer.CountsByKind;
import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * How requests ended and how long they took, by kind of page; slow ones become events of a flight
 * recording, at most {@link #MOST_EVENTS} a second. Thread-safe, without locks.
 */
final class RequestFigures implements MultiCollector {
  static final int MOST_EVENTS = 1_000;

  private static final int DIGITS = 2;
  private static final long LONGEST_NS = TimeUnit.MINUTES.toNanos(5);
  private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

  /** How a request ended. */
  enum Ending {
    /** Nothing is missing. */
    COMPLETE,
    /** An answer without some of its parts. */
    PARTIAL,
    /** No page: what it cannot do without did not come. */
    UPSTREAM_FAILED,
    /** There is no such thing. */
    NOT_FOUND,
    /** Not as things are: there is nothing to be ordered, or the basket is full. */
    REFUSED,
    /** Refused for overload. */
    SHED,
    /** By a defect of ours. */
    DEFECT;

    private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

    String label() {
      return label;
    }
  }

  private final long slowNs;
  private final Recorder all = new Recorder(LONGEST_NS, DIGITS);
  private final Map<PageKind, Recorder> times = new EnumMap<>(PageKind.class);
  private final Map<PageKind, CountsByKind<Ending>> counts = new EnumMap<>(PageKind.class);
  private final LongAdder eventsLeftOut = new LongAdder();
  private final AtomicLong secondNs = new AtomicLong(System.nanoTime());
  private final AtomicInteger ofSecond = new AtomicInteger();

  RequestFigures(long slowNs) {
    this.slowNs = slowNs;
    for (PageKind kind : PageKind.values()) {
      counts.put(kind, new CountsByKind<>(Ending.class));
      times.put(kind, new Recorder(LONGEST_NS, DIGITS));
    }
  }

  void ended(PageKind kind, Ending ending, long arrivedNs, ServedRequestEvent event) {
    long nowNs = System.nanoTime();
    long tookNs = Math.min(LONGEST_NS, Math.max(0, nowNs - arrivedNs));
    counts.get(kind).count(ending);
    if (ending == Ending.COMPLETE || ending == Ending.PARTIAL) {
      all.recordValue(tookNs);
      times.get(kind).recordValue(tookNs);
    }
    if (tookNs >= slowNs) {
      event.end();
      if (event.shouldCommit()) {
        commit(event, kind, nowNs);
      }
    }
  }

  /** Counts a request that was refused for overload before anybody worked on it. */
  void shed(PageKind kind) {
    counts.get(kind).count(Ending.SHED);
  }

  private void commit(ServedRequestEvent event, PageKind kind, long nowNs) {
    long beganNs = secondNs.get();
    if (nowNs - beganNs >= SECOND_NS && secondNs.compareAndSet(beganNs, nowNs)) {
      ofSecond.set(0);
    }
    if (ofSecond.incrementAndGet() > MOST_EVENTS) {
      eventsLeftOut.increment();
      return;
    }
    event.name = kind.label();
    event.commit();
  }

  long counted(PageKind kind, Ending ending) {
    return counts.get(kind).of(ending);
  }

  /** What the tick log has beside ticks: times by tag. */
  Map<String, Supplier<Histogram>> times() {
    Map<String, Supplier<Histogram>> tagged = new LinkedHashMap<>();
    tagged.put("answer", all::getIntervalHistogram);
    times.forEach(
        (kind, recorder) -> tagged.put("answer-" + kind.label(), recorder::getIntervalHistogram));
    return tagged;
  }

  @Override
  public MetricSnapshots collect() {
    List<Map.Entry<PageKind, Ending>> keys = new ArrayList<>();
    for (PageKind kind : PageKind.values()) {
      for (Ending ending : Ending.values()) {
        keys.add(Map.entry(kind, ending));
      }
    }
    return new MetricSnapshots(
        Snapshots.counter(
            "jitterlab_answers",
            "Requests for pages and data, by how they ended.",
            keys,
            key -> Labels.of("page", key.getKey().label(), "outcome", key.getValue().label()),
            key -> counted(key.getKey(), key.getValue())),
        Snapshots.counter(
            "jitterlab_request_events_left_out",
            "Slow requests without an event, because there were too many in a second.",
            eventsLeftOut.sum()));
  }
}
