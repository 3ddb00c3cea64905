package dev.jitterlab.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;

/** Reads the recording of this JVM. */
class LateStreamTest {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final AgentLog log = new AgentLog(new PrintStream(said, true, StandardCharsets.UTF_8));
  private final LateTimes times = new LateTimes();
  private final LateStream stream = new LateStream(times, log);

  @Test
  void dividesASlowRequestWhileItRecordsAndKeepsNoServerAlive() throws Exception {
    assertFalse(stream.isAvailable());
    try (Recording recording = new Recording()) {
      recording.enable(RequestEvent.class);
      recording.enable("jdk.ThreadSleep").withoutThreshold();
      recording.start();
      Set<Thread> ofOthers = readers(); // of streams that other tests left open
      stream.start();
      assertTrue(stream.isAvailable());
      List<Thread> threads = new ArrayList<>(readers());
      threads.removeAll(ofOthers);
      assertEquals(1, threads.size());
      assertTrue(threads.get(0).isDaemon());

      while (times.ns(SeenCause.SLEEP) == 0) { // the first may come before the stream begins
        assertTrue(threads.get(0).isAlive(), () -> said.toString(StandardCharsets.UTF_8));
        RequestEvent event = new RequestEvent();
        event.begin();
        Thread.sleep(20);
        event.end();
        event.runQueueDelay = Long.MIN_VALUE;
        event.commit();
      }
      assertTrue(times.lateRequests.sum() > 0);
      assertFalse(times.sees(SeenCause.RUN_QUEUE), "these requests do not say");

      while (times.ns(SeenCause.RUN_QUEUE) == 0) {
        assertTrue(threads.get(0).isAlive(), () -> said.toString(StandardCharsets.UTF_8));
        RequestEvent event = new RequestEvent();
        event.begin();
        long beganNs = System.nanoTime();
        while (System.nanoTime() == beganNs) {
          Thread.onSpinWait();
        }
        event.end();
        event.runQueueDelay = 5_000_000;
        event.commit();
        Thread.sleep(20);
      }
      stream.close();
      threads.get(0).join();
    }
    assertEquals("", said.toString(StandardCharsets.UTF_8));
  }

  private static Set<Thread> readers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(LateStream.THREAD))
        .collect(Collectors.toSet());
  }

  @Test
  void aCollectorsOperationIsAPauseAsInTheDiagnosis() {
    assertEquals(
        Optional.of(SeenCause.GC_PAUSE), LateStream.ofOperation(true, "G1CollectForAllocation"));
    assertEquals(Optional.of(SeenCause.GC_PAUSE), LateStream.ofOperation(true, "ZMarkStart"));
    assertEquals(
        Optional.of(SeenCause.SAFEPOINT_OPERATION), LateStream.ofOperation(true, "ThreadDump"));
    assertEquals(Optional.of(SeenCause.SAFEPOINT_OPERATION), LateStream.ofOperation(true, ""));
    assertEquals(Optional.empty(), LateStream.ofOperation(false, "HandshakeAllThreads"));
    assertEquals(Optional.empty(), LateStream.ofOperation(false, "CGC_Operation"));
  }

  @Test
  void aThreadIsParkedForALockOrForASignal() {
    assertEquals(
        SeenCause.LOCK_WAIT,
        LateStream.ofPark("java.util.concurrent.locks.ReentrantLock$NonfairSync", null));
    assertEquals(
        SeenCause.PARK,
        LateStream.ofPark(
            "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject", null));
    assertEquals(
        SeenCause.PARK, LateStream.ofPark("java.util.concurrent.Semaphore$NonfairSync", null));
    assertEquals(SeenCause.PARK, LateStream.ofPark("", null));
    assertEquals(SeenCause.LOCK_WAIT, LateStream.waitFor(true));
    assertEquals(SeenCause.PARK, LateStream.waitFor(false));
  }
}
