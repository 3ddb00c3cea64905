package dev.jitterlab.arena.server;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Collectors;

/**
 * Holds the monitor and the lock of everything that can be reached from some objects, while work is
 * done on another thread. Work that takes one of them waits for this thread, which is seen for
 * sure, whether anybody else wanted the lock or not: a recording of the JVM shows contended locks
 * only. Fields of Jitterlab and of HdrHistogram are followed, and collections.
 */
final class LocksHeld {
  private static final long STACK_BYTES = 1L << 29; // a frame for each monitor

  private final Set<Object> monitors = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Lock> locks = Collections.newSetFromMap(new IdentityHashMap<>());
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  private LocksHeld() {}

  /**
   * Does work while everything is held.
   *
   * @return what the work waited for and where; empty if it came to its end without
   */
  static String during(Runnable work, Object... roots) throws Exception {
    LocksHeld all = new LocksHeld();
    all.collect(roots);
    Iterator<Object> monitors = all.monitors.iterator();
    Thread holder = new Thread(null, () -> all.hold(monitors), "holds-all-locks", STACK_BYTES);
    holder.setDaemon(true);
    holder.start();
    Thread worker = new Thread(work, "works-without-locks");
    worker.setDaemon(true);
    try {
      all.held.await();
      worker.start();
      while (worker.isAlive()) {
        ThreadInfo now =
            ManagementFactory.getThreadMXBean().getThreadInfo(worker.getId(), Integer.MAX_VALUE);
        if (now != null && now.getLockOwnerId() == holder.getId()) {
          return now.toString();
        }
        TimeUnit.MILLISECONDS.sleep(1);
      }
      return "";
    } finally {
      all.released.countDown();
      holder.join();
      worker.join();
    }
  }

  private void hold(Iterator<Object> rest) {
    if (rest.hasNext()) {
      synchronized (rest.next()) {
        hold(rest);
      }
      return;
    }
    List<Lock> taken = locks.stream().filter(Lock::tryLock).collect(Collectors.toList());
    held.countDown();
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      taken.forEach(Lock::unlock);
    }
  }

  private void collect(Object... roots) throws IllegalAccessException {
    Deque<Object> open = new ArrayDeque<>();
    for (Object root : roots) {
      add(root, open);
    }
    while (!open.isEmpty()) {
      Object one = open.pop();
      if (one instanceof Lock) {
        if (!(one
            instanceof ReentrantReadWriteLock.ReadLock)) { // the one for writing excludes more
          locks.add((Lock) one);
        }
      } else if (one instanceof ReadWriteLock) {
        locks.add(((ReadWriteLock) one).writeLock());
      } else if (one instanceof Collection) {
        ((Collection<?>) one).forEach(each -> add(each, open));
      } else if (one instanceof Map) {
        ((Map<?, ?>) one).values().forEach(each -> add(each, open));
      } else if (one instanceof Optional) {
        ((Optional<?>) one).ifPresent(each -> add(each, open));
      } else if (one instanceof AtomicReference) {
        add(((AtomicReference<?>) one).get(), open);
      } else if (one instanceof AtomicReferenceArray) {
        AtomicReferenceArray<?> array = (AtomicReferenceArray<?>) one;
        for (int i = 0; i < array.length(); i++) {
          add(array.get(i), open);
        }
      } else if (one instanceof Object[]) {
        for (Object each : (Object[]) one) {
          add(each, open);
        }
      } else {
        fields(one, open);
      }
    }
  }

  private void fields(Object of, Deque<Object> open) throws IllegalAccessException {
    Class<?> type = of.getClass();
    while (type != null && isFollowed(type)) {
      monitors.add(type); // a static method may be synchronized
      for (Field field : type.getDeclaredFields()) {
        if (!field.getType().isPrimitive()) {
          field.setAccessible(true);
          add(field.get(Modifier.isStatic(field.getModifiers()) ? null : of), open);
        }
      }
      type = type.getSuperclass();
    }
  }

  private void add(Object one, Deque<Object> open) {
    if (one != null
        && !(one instanceof Thread)
        && !(one instanceof Class)
        && !(one instanceof ClassLoader)
        && !one.getClass().getName().startsWith("java.lang.")
        && !(one.getClass().isArray() && one.getClass().getComponentType().isPrimitive())
        && monitors.add(one)) {
      open.push(one);
    }
  }

  private static boolean isFollowed(Class<?> type) {
    return type.getName().startsWith("dev.jitterlab.")
        || type.getName().startsWith("org.HdrHistogram.");
  }
}
