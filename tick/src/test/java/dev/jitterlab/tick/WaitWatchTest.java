package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Threads of the operating system, watched like virtual ones: the classes of these tests are in no
 * jar, so there are no virtual threads here. {@code TickLibraryOnEveryJdkTest} has those.
 */
@Timeout(60)
class WaitWatchTest {
  private static final String EVENT = "jitterlab.ThreadWait";

  @TempDir Path folder;

  private final WaitWatch watch = new WaitWatch();
  private final List<Waiter> waiters = new ArrayList<>();

  @AfterEach
  void end() throws InterruptedException {
    watch.close();
    for (Waiter waiter : waiters) {
      waiter.thread.interrupt();
      waiter.thread.join();
    }
  }

  /** A wait that an interrupt or a release ends. */
  private interface Waiting {
    void run() throws InterruptedException;
  }

  /** A thread that waits within one work after the other. */
  private final class Waiter {
    private final Thread thread;
    private final WaitWatch.Watched watched;

    Waiter(boolean atWork, Waiting... works) {
      thread = new Thread(() -> waitIn(atWork, works));
      watched = watch.watchAny(thread);
      waiters.add(this);
      thread.start();
    }

    private void waitIn(boolean atWork, Waiting... works) {
      try {
        for (Waiting work : works) {
          if (atWork) {
            watched.begins();
          }
          work.run();
          if (atWork) {
            watched.ends();
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // the test has ended
      }
    }

    private void awaitWaitIn(String type) {
      while (thread.getState() == Thread.State.RUNNABLE || !isIn(type)) {
        Thread.onSpinWait();
      }
    }

    private boolean isIn(String type) {
      for (StackTraceElement frame : thread.getStackTrace()) {
        if (frame.getClassName().contains(type)) {
          return true;
        }
      }
      return false;
    }
  }

  private List<RecordedEvent> recorded(Recording recording) throws IOException {
    Path file = folder.resolve("waits.jfr");
    recording.dump(file);
    List<RecordedEvent> events = new ArrayList<>();
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (event.getEventType().getName().equals(EVENT)) {
        events.add(event);
      }
    }
    return events;
  }

  /** The watch's own thread looks as well meanwhile, which makes no further events. */
  private static Recording recording() {
    Recording recording = new Recording();
    recording.enable(EVENT);
    recording.start();
    return recording;
  }

  @Test
  void recordsAWaitForAMonitorFromTheFirstToTheLastLookThatSawIt() throws Exception {
    Object monitor = new Object();
    try (Recording recording = recording()) {
      Waiter waiter;
      synchronized (monitor) {
        waiter = new Waiter(true, () -> enter(monitor));
        while (waiter.thread.getState() != Thread.State.BLOCKED) {
          Thread.onSpinWait();
        }
        watch.look();
        watch.look();
      }
      waiter.thread.join();
      watch.look();
      List<RecordedEvent> events = recorded(recording);

      assertEquals(1, events.size());
      RecordedEvent event = events.get(0);
      RecordedThread seen = event.getThread("waiter"); // which JDK 11 does not write
      assertTrue(
          seen == null
              ? Runtime.version().feature() < 21
              : seen.getJavaThreadId() == waiter.thread.getId());
      assertTrue(event.getBoolean("lock"));
      assertTrue(event.getString("place").startsWith(WaitWatchTest.class.getName()));
      assertFalse(event.getDuration().isNegative() || event.getDuration().isZero());
    }
  }

  /** So it is with a request: it ends shortly after its wait, and its thread does, too. */
  @Test
  void recordsTheWaitOfAThreadThatIsWatchedNoLonger() throws Exception {
    try (Recording recording = recording()) {
      endedWaiter().watched.close();
      watch.look();

      assertEquals(1, recorded(recording).size());
      assertEquals(0, watch.watched());
    }
  }

  @Test
  void recordsWhatHasEndedWhenItIsClosed() throws Exception {
    try (Recording recording = recording()) {
      Waiter unused = endedWaiter();
      watch.close();

      assertEquals(1, recorded(recording).size());
    }
  }

  /** One whose wait was seen, and which has ended since. */
  private Waiter endedWaiter() throws Exception {
    Semaphore permits = new Semaphore(0);
    Waiter waiter = new Waiter(true, permits::acquire);
    waiter.awaitWaitIn("Semaphore");
    watch.look();
    permits.release();
    waiter.thread.join();
    return waiter;
  }

  @Test
  void beginsAnotherEventForAnotherWork() throws Exception {
    Semaphore first = new Semaphore(0);
    CountDownLatch second = new CountDownLatch(1);
    try (Recording recording = recording()) {
      Waiter waiter = new Waiter(true, first::acquire, second::await);
      waiter.awaitWaitIn("Semaphore");
      watch.look();
      first.release();
      waiter.awaitWaitIn("CountDownLatch");
      watch.look();
      second.countDown();
      waiter.thread.join();
      watch.look();

      assertEquals(2, recorded(recording).size());
    }
  }

  @Test
  void seesNoWaitBetweenWorks() throws Exception {
    Semaphore permits = new Semaphore(0);
    try (Recording recording = recording()) {
      Waiter waiter = new Waiter(false, permits::acquire);
      waiter.awaitWaitIn("Semaphore");
      watch.look();
      watch.look();
      permits.release();
      waiter.thread.join();
      watch.look();

      assertEquals(List.of(), recorded(recording));
    }
  }

  /** A look may last: it takes the stack traces of hundreds of threads. */
  @Test
  void toWatchAThreadWaitsForNoLook() throws Exception {
    CountDownLatch looks = new CountDownLatch(1);
    CountDownLatch lookMayEnd = new CountDownLatch(1);
    Thread slowToLookAt =
        new Thread() {
          @Override
          public State getState() {
            looks.countDown();
            awaitUninterrupted(lookMayEnd);
            return State.RUNNABLE;
          }
        };
    watch.watchAny(slowToLookAt).begins();
    Thread looker = new Thread(watch::look);
    Thread other = new Thread(() -> watch.watchAny(Thread.currentThread()).close());
    try {
      looker.start();
      looks.await();
      other.start();
      other.join();
    } finally {
      lookMayEnd.countDown();
      looker.join();
    }

    assertEquals(1, watch.watched(), "the other one has come and gone");
  }

  /** As when there was no memory for a moment. */
  @Test
  void looksAgainAfterALookThatFailed() throws Exception {
    CountDownLatch looks = new CountDownLatch(2);
    Thread fragile =
        new Thread() {
          @Override
          public State getState() {
            looks.countDown();
            if (looks.getCount() > 0) {
              throw new OutOfMemoryError("of the test");
            }
            return State.RUNNABLE;
          }
        };
    try (Recording recording = recording()) {
      watch.watchAny(fragile).begins();
      looks.await();

      assertEquals(List.of(), recorded(recording));
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the test has ended
    }
  }

  @Test
  void watchesNoThreadThatIsNotVirtual() {
    assertEquals(WaitWatch.Watched.NOBODY, watch.watch(Thread.currentThread()));
  }

  @Test
  void tellsLocksFromSignals() throws Exception {
    ReentrantLock lock = new ReentrantLock();
    ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
    StampedLock stamped = new StampedLock();
    ReentrantLock free = new ReentrantLock();
    Condition condition = free.newCondition();
    lock.lock();
    readWrite.writeLock().lock();
    stamped.writeLock();
    Object monitor = new Object();

    assertTrue(isForLock(lock::lockInterruptibly, "ReentrantLock"));
    assertTrue(isForLock(readWrite.readLock()::lockInterruptibly, "ReentrantReadWriteLock"));
    assertTrue(isForLock(() -> stamped.writeLockInterruptibly(), "StampedLock"));
    assertFalse(isForLock(() -> await(free, condition), "ConditionObject"));
    assertFalse(isForLock(new Semaphore(0)::acquire, "Semaphore"));
    assertFalse(isForLock(new CountDownLatch(1)::await, "CountDownLatch"));
    assertFalse(isForLock(() -> Thread.sleep(60_000), "Thread"));
    assertFalse(isForLock(() -> waitFor(monitor), "Object"));
  }

  private static void enter(Object monitor) {
    synchronized (monitor) {
      assertNotNull(monitor);
    }
  }

  @SuppressWarnings("WaitNotInLoop") // nobody signals
  private static void await(ReentrantLock lock, Condition condition) throws InterruptedException {
    lock.lock();
    try {
      condition.await();
    } finally {
      lock.unlock();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // nobody signals
  private static void waitFor(Object monitor) throws InterruptedException {
    synchronized (monitor) {
      monitor.wait();
    }
  }

  private boolean isForLock(Waiting waiting, String in) {
    Waiter waiter = new Waiter(true, waiting);
    waiter.awaitWaitIn(in);
    return WaitWatch.isForLock(waiter.thread.getState(), waiter.thread.getStackTrace());
  }
}
