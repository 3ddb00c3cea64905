package dev.jitterlab.diagnosis.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which lock a thread waited for, of a real JVM. */
class MonitorWaitsTest {
  @TempDir private Path folder;

  /** Counts how often it was held. */
  private static final class Guarded {
    private int held;

    synchronized int hold() {
      return ++held;
    }

    /** Holds it until another thread waits for it. */
    Thread makeAnotherWait() throws InterruptedException {
      CountDownLatch started = new CountDownLatch(1);
      synchronized (this) {
        Thread waiter =
            Thread.ofPlatform()
                .start(
                    () -> {
                      started.countDown();
                      int unused = hold();
                    });
        started.await();
        while (waiter.getState() != Thread.State.BLOCKED) {
          Thread.onSpinWait();
        }
        return waiter;
      }
    }
  }

  @Test
  void monitorsOfOneClassAreKnownByTheirAddresses() throws Exception {
    Guarded one = new Guarded();
    Guarded other = new Guarded();
    Path file = folder.resolve("waits.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.JavaMonitorEnter").withoutThreshold();
      recording.start();
      for (Guarded lock : List.of(one, other, one)) {
        lock.makeAnotherWait().join();
      }
      recording.stop();
      recording.dump(file);
    }
    TimelineBuilder builder = new TimelineBuilder();
    var unused = RecordingReader.read(file, builder);
    JvmTimeline timeline = builder.build();
    List<Long> locks =
        timeline.waitingThreads().stream()
            .flatMap(thread -> timeline.waits(thread, 0, Long.MAX_VALUE).stream())
            .filter(wait -> wait.what().startsWith(Guarded.class.getName()))
            .sorted(Comparator.comparingLong(Stretch::startNs))
            .map(Stretch::lock)
            .toList();

    assertEquals(3, locks.size());
    assertNotEquals(Stretch.UNKNOWN_LOCK, locks.getFirst());
    assertNotEquals(locks.getFirst(), locks.get(1));
    assertEquals(locks.getFirst(), locks.getLast());
  }
}
