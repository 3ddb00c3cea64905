package dev.jitterlab.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.jitterlab.tick.LateAction;
import dev.jitterlab.tick.LateThreshold;
import dev.jitterlab.tick.ManualClock;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.WaitWatch;
import dev.jitterlab.tick.WaitingPeriods;
import dev.jitterlab.tick.recording.TickRecorder;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TickMethodTest {
  private static final long PERIOD_NS = 50_000_000;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final AgentLog log = new AgentLog(new PrintStream(said, true, StandardCharsets.UTF_8));
  private final TickCalls calls = new TickCalls(log);
  private final ManualClock clock = new ManualClock(0);
  private final LateSignal late = new LateSignal(PERIOD_NS);
  private final TickRecorder recorder = new TickRecorder();
  private final List<String> ticks = new ArrayList<>();
  private final TickTasks tasks =
      tasks(
          clock,
          recorder.andThen(
              tick -> ticks.add(tick.task() + " " + tick.driftNs() + " " + tick.executionNs())));
  private final TickMethod method = method(tasks, "a.Room#tick");

  private TickTasks tasks(NanoClock itsClock, TickListener listener) {
    return new TickTasks(Rate.hz(20), itsClock, listener, calls, late, new WaitWatch());
  }

  private static TickMethod method(TickTasks itsTasks, String name) {
    return itsTasks.method(MethodName.parse("tick-method", name));
  }

  private TickMethod method(NanoClock itsClock, TickListener listener) {
    return method(tasks(itsClock, listener), "a.Room#tick");
  }

  private void tick(Object receiver, long executionNs) {
    Consumer<Throwable> tick = method.apply(receiver);
    clock.advance(executionNs);
    tick.accept(null);
  }

  @Test
  void givesEachReceiverAScheduleOfItsOwn() {
    Object one = new Object();
    Object other = new Object();
    tick(one, 10);
    tick(other, 20);
    clock.advance(PERIOD_NS);
    tick(one, 10);
    tick(other, 20);

    assertEquals(
        List.of("Room#tick 1 0 10", "Room#tick 2 0 20", "Room#tick 1 30 10", "Room#tick 2 30 20"),
        ticks);
    assertEquals(2, tasks.receivers());
  }

  /** The first tick comes 30 ms late, as in cold code, and the others seem early until tick 100. */
  @Test
  void movesTheScheduleOnceAndCountsNoPeriodForThat() {
    Object room = new Object();
    clock.advance(30_000_000);
    tick(room, 0);
    clock.advance(PERIOD_NS - 30_000_000);
    for (int i = 1; i < 200; i++) {
      tick(room, 0);
      clock.advance(PERIOD_NS);
    }

    assertEquals("Room#tick 1 -30000000 0", ticks.get(99));
    assertEquals("Room#tick 1 0 0", ticks.get(100));
    assertEquals("Room#tick 1 0 0", ticks.get(199));
    assertEquals(1, recorder.reanchoredTicks());
    assertEquals(0, recorder.missedPeriods(LateAction.SKIP));
    assertEquals(0, recorder.surplusPeriods());
  }

  @Test
  void tellsOfATickThatWasDoneLaterThanTheThresholdAfterItWasDue() {
    Object room = new Object();
    tick(room, 10);
    clock.advance(PERIOD_NS - 10);
    tick(room, PERIOD_NS - 1);
    assertEquals(0, late.take());

    clock.advance(10);
    tick(room, PERIOD_NS - 9); // it began 9 ns late
    assertEquals(PERIOD_NS, late.take());
  }

  /** A task that nobody is in may have ended; of one that somebody is in, periods go by. */
  @Test
  void periodsWaitForATickThatHangs() {
    Object hangs = new Object();
    Object ended = new Object();
    tick(ended, 10);
    tick(hangs, 10);
    clock.advance(PERIOD_NS - 10);
    Consumer<Throwable> tick = method.apply(hangs);
    clock.advance(20 * PERIOD_NS);

    assertEquals(19, tasks.waitingPeriods().count(), "its own period has its tick");
    assertEquals(PERIOD_NS, tasks.waitingPeriods().leastNs());
    tick.accept(null);
    assertEquals(0, tasks.waitingPeriods().count(), "the next tick tells of them");
  }

  /** As of a scrape while a task's first tick begins, on a machine that has been up for a while. */
  @Test
  void noPeriodsWaitBeforeTheFirstTickHasAStart() {
    clock.advance(1_000 * PERIOD_NS);
    List<WaitingPeriods> seen = new ArrayList<>();
    boolean[] scrapes = {true};
    TickTasks[] scraped = new TickTasks[1];
    scraped[0] =
        tasks(
            () -> {
              if (scrapes[0]) {
                scrapes[0] = false; // first: a scrape reads the clock as well
                seen.add(scraped[0].waitingPeriods());
              }
              return clock.nanoTime();
            },
            recorder);
    Consumer<Throwable> tick = method(scraped[0], "a.Room#tick").apply(new Object());
    assertEquals(List.of(WaitingPeriods.NONE), seen);

    clock.advance(21 * PERIOD_NS);
    assertEquals(20, scraped[0].waitingPeriods().count(), "its start is known");
    tick.accept(null);
  }

  @Test
  void givesAStaticMethodOneSchedule() {
    tick(null, 10);
    clock.advance(2 * PERIOD_NS);
    tick(null, 10);

    assertEquals(List.of("Room#tick 0 10", "Room#tick " + (PERIOD_NS + 10) + " 10"), ticks);
    assertEquals(1, recorder.lateTicks(LateThreshold.X2));
  }

  @Test
  void takesACallFromWithinATickAsAPartOfIt() {
    Object room = new Object();
    Consumer<Throwable> outer = method.apply(room);
    assertNull(method.apply(room));
    clock.advance(5);
    outer.accept(null);
    outer.accept(null); // told twice

    assertEquals(List.of("Room#tick 1 0 5"), ticks);
    assertEquals(0, calls.overlapping.sum());
  }

  @Test
  void takesACallOfTheSuperclassAsAPartOfTheTick() {
    TickMethod base = method(tasks, "a.Base#tick");
    Object room = new Object();
    Consumer<Throwable> outer = method.apply(room);
    assertNull(base.apply(room));
    clock.advance(21 * PERIOD_NS);
    assertEquals(20, tasks.waitingPeriods().count(), "counted once");
    outer.accept(null);
    assertEquals(1, tasks.receivers());

    clock.advance(1);
    Consumer<Throwable> ofBase = base.apply(new Object());
    assertNotNull(ofBase);
    ofBase.accept(null);
    assertEquals(List.of("Room#tick 1 0 " + 21 * PERIOD_NS, "Base#tick 2 0 0"), ticks);
    assertEquals(2, tasks.receivers());
    assertEquals(0, calls.overlapping.sum());
  }

  @Test
  void sharesAStaticTaskAmongTheOverloadsOfOneClass() {
    Consumer<Throwable> outer = method(tasks, "a.Room#tick()V").apply(null);
    assertNotNull(outer);
    assertNull(method(tasks, "a.Room#tick(J)V").apply(null));
    assertNotNull(method(tasks, "b.Room#tick").apply(null), "another class's loop");
    outer.accept(null);
    assertEquals(List.of("Room#tick 0 0"), ticks);
  }

  @Test
  void countsACallByAnotherThreadMeanwhile() throws InterruptedException {
    Object room = new Object();
    Consumer<Throwable> tick = method.apply(room);
    Thread other = new Thread(() -> assertNull(method.apply(room)));
    other.start();
    other.join();
    tick.accept(null);

    assertEquals(1, calls.overlapping.sum());
    assertEquals(1, recorder.ticks());
  }

  @Test
  void letsTheNextTickRunOnAnotherThread() throws InterruptedException {
    Object room = new Object();
    tick(room, 1);
    Thread other = new Thread(() -> tick(room, 1));
    other.start();
    other.join();

    assertEquals(2, recorder.ticks());
  }

  @Test
  void recordsATickThatFailsAsWell() {
    method.apply(null).accept(new IllegalStateException());

    assertEquals(1, recorder.ticks());
    assertEquals(1, calls.failed.sum());
  }

  @Test
  void saysAnErrorOfItsOwnOnceAndLetsTheServerGoOn() {
    TickMethod broken =
        method(
            clock,
            (Tick tick) -> {
              throw new IllegalStateException("broken");
            });
    for (int i = 0; i < 3; i++) {
      Consumer<Throwable> tick = broken.apply(null);
      assertNotNull(tick);
      tick.accept(null);
    }

    assertEquals(3, log.errors.sum());
    String text = said.toString(StandardCharsets.UTF_8);
    assertEquals(text.indexOf("broken"), text.lastIndexOf("broken"), text);
  }

  /** As when there was no memory for a moment: nobody is in a tick after it. */
  @Test
  void anErrorAtTheBeginningOfATickDoesNotEndTheTask() {
    boolean[] fails = {true};
    TickMethod fragile =
        method(
            () -> {
              if (fails[0]) {
                throw new OutOfMemoryError("of the test");
              }
              return clock.nanoTime();
            },
            recorder);
    Object room = new Object();
    assertNull(fragile.apply(room));
    fails[0] = false;
    Consumer<Throwable> tick = fragile.apply(room);
    assertNotNull(tick);
    tick.accept(null);

    assertEquals(1, recorder.ticks());
    assertEquals(1, log.errors.sum());
    assertEquals(0, calls.overlapping.sum());
  }

  @Test
  void allocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    TickMethod quiet = method(clock, recorder);
    Object[] rooms = {new Object(), new Object(), new Object()};
    long thread = Thread.currentThread().getId();
    int measured = 10_000;
    long before = 0;
    for (int i = 0; i < 2 * measured; i++) {
      if (i == measured) {
        before = threads.getThreadAllocatedBytes(thread);
      }
      Consumer<Throwable> tick = quiet.apply(rooms[i % rooms.length]);
      clock.advance(PERIOD_NS / rooms.length);
      tick.accept(null);
    }
    long allocated = threads.getThreadAllocatedBytes(thread) - before;

    assertTrue(allocated < measured, allocated + " bytes in " + measured + " ticks");
  }
}
