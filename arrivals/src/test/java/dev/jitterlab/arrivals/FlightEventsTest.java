package dev.jitterlab.arrivals;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightEventsTest {
  @Test
  void knowsTheOperationsOfCollectors() {
    for (String one :
        List.of(
            "G1CollectForAllocation",
            "G1CollectFull",
            "G1PauseRemark",
            "CGC_Operation",
            "ParallelGCFailedAllocation",
            "ParallelGCSystemGC",
            "GenCollectForAllocation",
            "GenCollectFull",
            "SerialCollectForAllocation",
            "ShenandoahDegeneratedGC",
            "ZMarkStart",
            "XRelocateStart",
            "ZMarkEndYoung",
            "CollectForMetadataAllocation")) {
      assertTrue(FlightEvents.isCollection(one), one);
    }
    for (String one :
        List.of(
            "CleanClassLoaderDataMetaspaces",
            "PrintThreads",
            "FindDeadlocks",
            "ThreadDump",
            "EnableBiasedLocking",
            "GetThreadListStackTraces",
            "HeapDumper",
            "ICBufferFull",
            "Halt",
            "")) {
      assertFalse(FlightEvents.isCollection(one), one);
    }
  }

  @Test
  void aConditionIsASignalAndNoLock() {
    assertTrue(FlightEvents.isLock("java.util.concurrent.locks.ReentrantLock$NonfairSync", null));
    assertTrue(
        FlightEvents.isLock("java.util.concurrent.locks.ReentrantReadWriteLock$FairSync", null));
    assertTrue(FlightEvents.isLock("dev.jitterlab.lock.BoundedBargingLock$Sync", null));
    for (String one :
        List.of(
            "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject",
            "java.util.concurrent.SynchronousQueue$TransferStack",
            "java.util.concurrent.CountDownLatch$Sync",
            "")) {
      assertFalse(FlightEvents.isLock(one, null), one);
    }
  }

  /** A lock of somebody else, on the JDK's queue. */
  @SuppressWarnings("serial") // nobody writes it
  private static final class QueuedLock extends AbstractQueuedSynchronizer {
    @Override
    protected boolean tryAcquire(int ignored) {
      return compareAndSetState(0, 1);
    }

    @Override
    protected boolean tryRelease(int ignored) {
      setState(0);
      return true;
    }
  }

  @Test
  void aLockOfSomebodyElseIsKnownByTheQueueThatParksItsWaiters(@TempDir Path folder)
      throws Exception {
    QueuedLock lock = new QueuedLock();
    lock.acquire(1);
    RecordedEvent queued = park(folder, () -> lock.acquire(1), lock, () -> lock.release(1));

    assertTrue(FlightEvents.isLock(QueuedLock.class.getName(), queued.getStackTrace()));
    assertFalse(FlightEvents.isLock(QueuedLock.class.getName(), null), "its name does not say it");
  }

  @Test
  void aThreadThatParksItselfWaitsForASignal(@TempDir Path folder) throws Exception {
    AtomicBoolean signal = new AtomicBoolean();
    Object mailbox = this;
    RecordedEvent parked =
        park(
            folder,
            () -> {
              while (!signal.get()) {
                LockSupport.park(mailbox);
              }
            },
            mailbox,
            () -> signal.set(true));

    assertFalse(FlightEvents.isLock(FlightEventsTest.class.getName(), parked.getStackTrace()));
  }

  /** Records a thread that is parked on an object until it is released, and returns the event. */
  private static RecordedEvent park(Path folder, Runnable waiting, Object blocker, Runnable release)
      throws Exception {
    Path file = folder.resolve("park.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ThreadPark").withoutThreshold().withStackTrace();
      recording.start();
      Thread thread = new Thread(waiting);
      thread.start();
      while (LockSupport.getBlocker(thread) != blocker
          || thread.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      release.run();
      LockSupport.unpark(thread);
      thread.join();
      recording.stop();
      recording.dump(file);
    }
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      RecordedClass parked = event.getClass("parkedClass");
      if (parked != null && parked.getName().equals(blocker.getClass().getName())) {
        return event;
      }
    }
    throw new AssertionError("no event of " + blocker.getClass());
  }

  @Test
  void theKernelsTablesAreOnNoDevice() {
    assertFalse(FlightEvents.isOfDevice("/proc/self/schedstat"));
    assertFalse(FlightEvents.isOfDevice("/sys/fs/cgroup/cpu.stat"));
    assertTrue(FlightEvents.isOfDevice("/var/log/server.log"));
    assertTrue(FlightEvents.isOfDevice("/process/orders"));
    assertTrue(FlightEvents.isOfDevice(""));
  }
}
