package dev.jitterlab.arena.server;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import dev.jitterlab.tick.NanoClock;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * When the JVM's newest collections were, as the JVM says after each. Those that run beside the
 * threads and stop nobody are left out. Thread-safe.
 */
final class GarbageCollections implements NotificationListener, AutoCloseable {
  private static final int MOST = 1_024;
  private static final long NS_PER_MS = 1_000_000;

  private final NanoClock clock;
  private final Deque<Collection> newest = new ArrayDeque<>();
  private final List<NotificationEmitter> emitters = new ArrayList<>();

  /**
   * When the JVM's own time began: at the latest when it spoke of a collection, less what that time
   * was at the collection's end. The quickest word is the nearest.
   */
  private long jvmStartNs;

  /** How many there were. */
  private long count;

  /** One of them, in the JVM's own time. */
  private static final class Collection {
    final long number;
    final boolean isFull;
    final long startMs;
    final long endMs;

    Collection(long number, boolean isFull, long startMs, long endMs) {
      this.number = number;
      this.isFull = isFull;
      this.startMs = startMs;
      this.endMs = endMs;
    }
  }

  /** A full one, in the time of the clock. */
  static final class Full {
    final long number;
    final long startNs;
    final long endNs;

    Full(long number, long startNs, long endNs) {
      this.number = number;
      this.startNs = startNs;
      this.endNs = endNs;
    }
  }

  /**
   * Begins without any.
   *
   * @param clock in whose time others ask
   */
  GarbageCollections(NanoClock clock) {
    this.clock = clock;
  }

  /** Begins to listen to this JVM. */
  static GarbageCollections watch(NanoClock clock) {
    GarbageCollections collections = new GarbageCollections(clock);
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (bean instanceof NotificationEmitter) {
        NotificationEmitter emitter = (NotificationEmitter) bean;
        emitter.addNotificationListener(collections, null, null);
        collections.emitters.add(emitter);
      }
    }
    return collections;
  }

  @Override
  public void handleNotification(Notification notification, Object anything) {
    if (!notification
        .getType()
        .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      return;
    }
    GarbageCollectionNotificationInfo said =
        GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
    GcInfo when = said.getGcInfo();
    if (!said.getGcName().endsWith("Cycles") && !said.getGcName().contains("Concurrent")) {
      add(said.getGcAction(), when.getStartTime(), when.getEndTime());
    }
  }

  /**
   * Takes one.
   *
   * @param action as the JVM names it: {@code end of minor GC} or {@code end of major GC}
   * @param startMs of the JVM's own time
   * @param endMs of the same
   */
  synchronized void add(String action, long startMs, long endMs) {
    long atTheEarliestNs = clock.nanoTime() - endMs * NS_PER_MS;
    jvmStartNs = newest.isEmpty() ? atTheEarliestNs : Math.min(jvmStartNs, atTheEarliestNs);
    if (newest.size() == MOST) {
      newest.removeFirst();
    }
    newest.addLast(new Collection(count++, action.equals("end of major GC"), startMs, endMs));
  }

  /** Returns the newest full ones, from a number on, in their order. */
  synchronized List<Full> full(long fromNumber) {
    return newest.stream()
        .filter(one -> one.isFull && one.number >= fromNumber)
        .map(
            one ->
                new Full(
                    one.number,
                    jvmStartNs + one.startMs * NS_PER_MS,
                    jvmStartNs + one.endMs * NS_PER_MS))
        .collect(Collectors.toUnmodifiableList());
  }

  /** Returns how long collections were in a time, only the full ones or all. */
  synchronized long overlapNs(long fromNs, long toNs, boolean onlyFull) {
    long fromOfJvmNs = fromNs - jvmStartNs;
    long toOfJvmNs = toNs - jvmStartNs;
    long overlapNs = 0;
    for (Collection one : newest) {
      if (one.isFull || !onlyFull) {
        overlapNs +=
            Math.max(
                0,
                Math.min(one.endMs * NS_PER_MS, toOfJvmNs)
                    - Math.max(one.startMs * NS_PER_MS, fromOfJvmNs));
      }
    }
    return overlapNs;
  }

  @Override
  public void close() {
    for (NotificationEmitter emitter : emitters) {
      try {
        emitter.removeNotificationListener(this);
      } catch (ListenerNotFoundException e) {
        // then it hears nothing, which is what was asked for
      }
    }
  }
}
