package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.Diagnosis;
import dev.jitterlab.diagnosis.ServerFiles;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TickScheduler;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Flight Recorder has no event for a virtual thread that waits for a monitor or a lock. The tick
 * runtime's own watch does, and the diagnosis names the lock.
 */
@Timeout(120)
class VirtualThreadWaitsTest {
  /** How often the holder sleeps for as long as the watch does between two looks. */
  private static final int SLEEPS = 60;

  @TempDir Path folder;
  private final AtomicInteger entered = new AtomicInteger();

  /** What a tick takes, until it has it. */
  private interface Held {
    void hold(CountDownLatch held) throws InterruptedException;
  }

  private Causes diagnosed(Runnable tick, Held held) throws Exception {
    Path file = folder.resolve("recording.jfr");
    try (Recording recording = new Recording(Configuration.getConfiguration("default"))) {
      recording.enable("jitterlab.Tick").with("onTime", "0 ms");
      recording.start();
      try (TickScheduler scheduler = TickScheduler.virtualThreads().build()) {
        for (int i = 0; i < 3; i++) {
          scheduler.start("battle-" + i, Rate.hz(50), ignored -> tick.run());
        }
        Thread.sleep(200); // ticks on time, to compare with
        CountDownLatch has = new CountDownLatch(1);
        held.hold(has);
        has.await();
        Thread.sleep(200);
      }
      recording.stop();
      recording.dump(file);
    }
    return Diagnosis.of(
        List.of(ServerFiles.ofRecording("server/1", file)), Optional.empty(), List.of());
  }

  /** The latest one waited for the lock, and says where. */
  private static void namesTheLock(Causes causes) {
    Causes.LateEvent latest =
        causes.events().stream()
            .max(Comparator.comparingDouble(Causes.LateEvent::latenessSeconds))
            .orElseThrow();
    Causes.Part first =
        latest.parts().stream().max(Comparator.comparingDouble(Causes.Part::seconds)).orElseThrow();

    assertEquals("lock_wait", first.cause(), latest::toString);
    assertTrue(first.seconds() > latest.latenessSeconds() / 2, latest::toString);
    assertTrue(
        first.evidence().toString().contains(VirtualThreadWaitsTest.class.getName()),
        latest::toString);
    assertFalse(latest.notRecorded().contains("lock_wait"), latest::toString);
    assertTrue(
        causes.notRecorded().stream()
            .anyMatch(gap -> gap.recorded() && gap.why().contains("every 5 ms")),
        () -> causes.notRecorded().toString());
  }

  @Test
  void aMonitorIsNamed() throws Exception {
    Object monitor = new Object();
    namesTheLock(
        diagnosed(
            () -> enter(monitor),
            has -> {
              synchronized (monitor) {
                keep();
                has.countDown();
              }
            }));
  }

  /** On a slow machine this takes as much longer as the watch does. */
  private static void keep() throws InterruptedException {
    for (int i = 0; i < SLEEPS; i++) {
      Thread.sleep(5);
    }
  }

  private void enter(Object monitor) {
    synchronized (monitor) {
      entered.incrementAndGet();
    }
  }

  @Test
  void aLockOfTheLibraryIsNamed() throws Exception {
    ReentrantLock lock = new ReentrantLock();
    namesTheLock(
        diagnosed(
            () -> {
              lock.lock();
              try {
                entered.incrementAndGet();
              } finally {
                lock.unlock();
              }
            },
            has -> {
              lock.lock();
              try {
                keep();
              } finally {
                has.countDown();
                lock.unlock();
              }
            }));
  }
}
