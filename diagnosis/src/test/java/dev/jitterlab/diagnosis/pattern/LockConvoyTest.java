package dev.jitterlab.diagnosis.pattern;

import static dev.jitterlab.diagnosis.pattern.PatternFixture.MS;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.OTHER;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.PERIOD;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.WORKER;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.found;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.pattern.PatternFixture.Server;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.Stretch;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Whose waits for which locks are a convoy. */
class LockConvoyTest {
  /** Two threads in each of so many late ticks. */
  @Test
  void aConvoyIsOfFiveWaits() {
    for (int ticks : new int[] {2, 3}) {
      Server server = new Server();
      server.ticks(
          at -> {
            for (long thread : new long[] {WORKER, OTHER}) {
              if (at < 20L * ticks * PERIOD) {
                server.stretch(Cause.LOCK_WAIT, thread, at + MS, 65, "a.Lock, held by b");
              }
            }
          },
          2);
      assertEquals(ticks == 3, !found(server, "lock_convoy").isEmpty());
    }
  }

  /** Threads in the background queue for one lock; late ticks wait for another one, alone. */
  @Test
  void aLockThatNothingLateWaitedForIsNoConvoy() {
    Server server = new Server();
    server.ticks(at -> server.stretch(Cause.LOCK_WAIT, WORKER, at + MS, 65, "a.Lock"), 2);
    for (int i = 0; i < 30; i++) {
      for (long thread : new long[] {OTHER, OTHER + 1}) {
        server.stretch(Cause.LOCK_WAIT, thread, i * PERIOD, 20, "a.Pool, held by b");
      }
    }
    assertEquals(List.of(), found(server, "lock_convoy"));
  }

  @Test
  void aConvoyHasTheLateTimeOfItsLockOnly() {
    Server server = new Server();
    server.ticks(
        at -> {
          boolean convoy = at / PERIOD % 40 == 10; // else it is the other lock
          String what = convoy ? "a.Lock, held by b" : "a.Other, held by b";
          server.stretch(Cause.LOCK_WAIT, WORKER, at + MS, 65, what);
          if (convoy) {
            server.stretch(Cause.LOCK_WAIT, OTHER, at + MS, 65, what);
          }
        },
        2);
    List<PatternMatch> found = found(server, "lock_convoy");
    assertEquals(1, found.size());
    PatternMatch match = found.getFirst();
    assertEquals(
        "2 threads waited for locks of the class a.Lock 20 times. The recording does not say"
            + " whether it was one and the same lock.",
        match.text());
    assertTrue(match.remedy().startsWith("If it is one lock, hold it"), match.remedy());
    assertEquals(10 * 65 * MS, match.lateNs());
    assertTrue(match.evidence().stream().allMatch(one -> one.what().startsWith("a.Lock,")));
  }

  /** Each thread has one of its own, which another thread holds. */
  @Test
  void waitsForDifferentMonitorsOfOneClassAreNoConvoy() {
    assertEquals(List.of(), found(withMonitors(thread -> 0x1000 + thread), "lock_convoy"));

    PatternMatch match = found(withMonitors(_ -> 0x1000), "lock_convoy").getFirst();
    assertEquals("2 threads waited for the lock a.Lock 40 times.", match.text());
    assertTrue(match.remedy().startsWith("Hold the lock"), match.remedy());
  }

  /** A server whose late ticks wait for a monitor, as another thread does. */
  private static Server withMonitors(LongUnaryOperator addressByThread) {
    Server server = new Server();
    server.ticks(
        at -> {
          for (long thread : new long[] {WORKER, OTHER}) {
            server.timeline.add(
                new Stretch(
                    Cause.LOCK_WAIT,
                    at + MS,
                    at + 66 * MS,
                    thread,
                    "jdk.JavaMonitorEnter",
                    "a.Lock, held by b",
                    addressByThread.applyAsLong(thread)));
          }
        },
        2);
    return server;
  }

  /** The watch over virtual threads does not see for which lock they wait. */
  @Test
  void waitsOfVirtualThreadsForUnknownLocksAreNoConvoy() {
    Server server = new Server();
    server.ticks(
        at -> {
          for (long thread : new long[] {WORKER, OTHER}) {
            server.timeline.add(
                new Stretch(
                    Cause.LOCK_WAIT,
                    at + MS,
                    at + 66 * MS,
                    thread,
                    JvmTimeline.VIRTUAL_WAITS,
                    "a lock, at a.Place" + at % 3));
          }
        },
        2);
    assertEquals(List.of(), found(server, "lock_convoy"));
  }
}
