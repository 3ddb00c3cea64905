package dev.jitterlab.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
      stream.start();
      assertTrue(stream.isAvailable());
      List<Thread> threads =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().equals(LateStream.THREAD))
              .collect(Collectors.toList());
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
}
