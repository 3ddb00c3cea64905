package dev.jitterlab.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
@SuppressWarnings("LockNotBeforeTry") // what is tested is how it is released
class BoundedBargingLockTest {
  private static final int ROUNDS = 300;

  /** The longest waiter is the first of two, then the second. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void overtakesItsLongestWaiterAtMostKTimes(int k) throws Exception {
    BoundedBargingLock lock = BoundedBargingLock.of(k);
    int most = 0;
    for (int round = 0; round < ROUNDS; round++) {
      lock.lock();
      AtomicInteger served = new AtomicInteger();
      List<Thread> waiters = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        waiters.add(
            started(
                () -> {
                  lock.lock();
                  served.incrementAndGet();
                  lock.unlock();
                }));
        awaitQueue(lock, i + 1);
      }
      lock.unlock();
      int[] barges = new int[2];
      while (true) {
        lock.lock();
        int over = served.get();
        lock.unlock();
        if (over == barges.length) {
          break;
        }
        barges[over]++;
      }
      for (Thread waiter : waiters) {
        join(waiter);
      }
      most = Math.max(most, Math.max(barges[0], barges[1]));
    }

    assertTrue(most <= k, "overtook " + most + " times, k is " + k);
    // With k = 1 the first acquisition has used it up, and who comes then is in the queue.
    assertTrue(k < 3 || most > 0, "k = 3 lets somebody barge in, in one of many rounds");
  }

  @Test
  void strictlyFairServesInTheOrderOfArrival() throws Exception {
    BoundedBargingLock lock = BoundedBargingLock.of(0);
    List<Integer> order = new ArrayList<>();
    List<Thread> waiters = new ArrayList<>();
    lock.lock();
    for (int i = 0; i < 5; i++) {
      int number = i;
      waiters.add(
          started(
              () -> {
                lock.lock();
                order.add(number);
                lock.unlock();
              }));
      awaitQueue(lock, i + 1);
    }
    lock.unlock();
    for (Thread waiter : waiters) {
      join(waiter);
    }

    assertEquals(List.of(0, 1, 2, 3, 4), order);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 1000})
  void losesNoUpdateUnderContention(int k) throws Exception {
    countsExactly(BoundedBargingLock.of(k));
  }

  @Test
  void losesNoUpdateWhileItAdapts() throws Exception {
    BoundedBargingLock lock = BoundedBargingLock.adaptive(64);

    countsExactly(lock);

    assertTrue(lock.barges() >= 1 && lock.barges() <= 64, lock.toString());
  }

  private static void countsExactly(BoundedBargingLock lock) throws InterruptedException {
    int[] count = new int[1];
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          started(
              () -> {
                for (int n = 0; n < 20_000; n++) {
                  lock.lock();
                  count[0]++;
                  lock.unlock();
                }
              }));
    }
    for (Thread thread : threads) {
      join(thread);
    }
    assertEquals(80_000, count[0]);
  }

  @Test
  void isReentrant() throws Exception {
    BoundedBargingLock lock = BoundedBargingLock.of(1);
    lock.lock();
    assertTrue(lock.tryLock());
    lock.unlock();

    assertFalse(elsewhere(lock::tryLock), "held once more");
    lock.unlock();
    assertTrue(elsewhere(() -> lock.tryLock() && unlocked(lock)));
  }

  @Test
  void refusesWhoDoesNotHoldIt() throws Exception {
    BoundedBargingLock lock = BoundedBargingLock.of(1);
    Condition condition = lock.newCondition();
    assertThrows(IllegalMonitorStateException.class, lock::unlock);
    assertThrows(IllegalMonitorStateException.class, condition::signal);
    assertThrows(IllegalMonitorStateException.class, condition::await);
    lock.lock();

    assertTrue(
        elsewhere(
            () -> {
              assertThrows(IllegalMonitorStateException.class, lock::unlock);
              return true;
            }));
    assertTrue(lock.isHeldByCurrentThread(), "nobody else could free it");
  }

  @Test
  void endsTheWaitAtAnInterruptAndAtTheTimeLimit() throws Exception {
    BoundedBargingLock lock = BoundedBargingLock.of(0);
    lock.lock();
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread waiter =
        started(
            () -> {
              try {
                lock.lockInterruptibly();
              } catch (InterruptedException e) {
                thrown.set(e);
              }
            });
    awaitQueue(lock, 1);
    waiter.interrupt();
    join(waiter);

    assertEquals(InterruptedException.class, thrown.get().getClass());
    assertFalse(elsewhere(() -> lock.tryLock(1, TimeUnit.MILLISECONDS)));
    assertFalse(elsewhere(() -> lock.tryLock(-1, TimeUnit.SECONDS)));
    assertEquals(0, lock.queueLength(), "who gave up does not stand in the way");
    lock.unlock();
    assertTrue(elsewhere(() -> lock.tryLock() && unlocked(lock)));
  }

  @Test
  void anInterruptThatWasThereEndsItAtOnce() throws Exception {
    BoundedBargingLock lock = BoundedBargingLock.of(1);
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, lock::lockInterruptibly);
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> lock.tryLock(1, TimeUnit.SECONDS));

    assertFalse(Thread.interrupted(), "the exception took it");
    assertFalse(lock.isHeldByCurrentThread());
  }

  @Test
  void keepsAnInterruptWhileItWaits() throws Exception {
    BoundedBargingLock lock = BoundedBargingLock.of(1);
    lock.lock();
    AtomicBoolean kept = new AtomicBoolean();
    Thread waiter =
        started(
            () -> {
              lock.lock();
              kept.set(Thread.currentThread().isInterrupted());
              lock.unlock();
            });
    awaitQueue(lock, 1);
    waiter.interrupt();
    lock.unlock();
    join(waiter);

    assertTrue(kept.get());
  }

  @Test
  void conditionsGiveTheLockUpWhollyAndTakeItAgain() throws Exception {
    BoundedBargingLock lock = BoundedBargingLock.of(1);
    Condition filled = lock.newCondition();
    CountDownLatch waiting = new CountDownLatch(1);
    AtomicBoolean full = new AtomicBoolean();
    Thread waiter =
        started(
            () -> {
              lock.lock();
              lock.lock();
              waiting.countDown();
              while (!full.get()) {
                filled.awaitUninterruptibly();
              }
              lock.unlock();
              lock.unlock();
            });
    waiting.await();
    lock.lock();
    full.set(true);
    filled.signalAll();
    lock.unlock();
    join(waiter);

    assertTrue(elsewhere(() -> lock.tryLock() && unlocked(lock)), "both holds were given back");
  }

  @Test
  void tryLockDoesNotOvertakeMoreOftenThanKEither() throws Exception {
    BoundedBargingLock lock = BoundedBargingLock.of(0);
    for (int round = 0; round < ROUNDS; round++) {
      lock.lock();
      AtomicBoolean served = new AtomicBoolean();
      Thread waiter =
          started(
              () -> {
                lock.lock();
                served.set(true);
                lock.unlock();
              });
      awaitQueue(lock, 1);
      lock.unlock();
      if (lock.tryLock()) {
        assertTrue(served.get(), "it was the waiter's turn");
        lock.unlock();
      }
      join(waiter);
    }
  }

  /** However often it was taken before: a lock that nobody waits for can be had. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void aLockThatNobodyWaitsForCanBeHad(int k) throws Exception {
    BoundedBargingLock lock = BoundedBargingLock.of(k);
    for (int i = 0; i < 10; i++) {
      assertTrue(lock.tryLock());
      assertTrue(lock.tryLock(), "again by the holder");
      lock.unlock();
      lock.unlock();
      assertTrue(elsewhere(() -> lock.tryLock(1, TimeUnit.SECONDS) && unlocked(lock)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, BoundedBargingLock.MAX_BARGES + 1})
  void refusesNonsense(int k) {
    assertThrows(IllegalArgumentException.class, () -> BoundedBargingLock.of(k));
    assertThrows(IllegalArgumentException.class, () -> BoundedBargingLock.adaptive(k));
    assertThrows(IllegalArgumentException.class, () -> BoundedBargingLock.adaptive(0));
  }

  @Test
  void saysWhoHoldsIt() {
    BoundedBargingLock lock = BoundedBargingLock.of(4);
    assertEquals("BoundedBargingLock[free, k=4, waiting=0]", lock.toString());
    lock.lock();

    String name = Thread.currentThread().getName();
    assertEquals("BoundedBargingLock[held by " + name + ", k=4, waiting=0]", lock.toString());
  }

  private interface Attempt {
    boolean run() throws Exception;
  }

  private static boolean unlocked(BoundedBargingLock lock) {
    lock.unlock();
    return true;
  }

  /** What another thread finds. */
  private static boolean elsewhere(Attempt attempt) throws Exception {
    AtomicReference<Object> result = new AtomicReference<>();
    join(
        started(
            () -> {
              try {
                result.set(attempt.run());
              } catch (Throwable e) {
                result.set(e);
              }
            }));
    if (result.get() instanceof Throwable) {
      throw new AssertionError((Throwable) result.get());
    }
    return (Boolean) result.get();
  }

  private static Thread started(Runnable runnable) {
    Thread thread = new Thread(runnable);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void join(Thread thread) throws InterruptedException {
    thread.join(30_000);
    assertFalse(thread.isAlive(), "a thread waits for ever");
  }

  private static void awaitQueue(BoundedBargingLock lock, int length) throws InterruptedException {
    while (lock.queueLength() < length) {
      Thread.sleep(0, 100_000);
    }
  }
}
