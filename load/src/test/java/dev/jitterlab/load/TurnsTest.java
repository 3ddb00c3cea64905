package dev.jitterlab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.arrivals.ArrivalProcess;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private static final Target FIRST = Target.parse("g1/1=127.0.0.1:1");
  private static final Target SECOND = Target.parse("zgc/1=127.0.0.1:2");
  private static final long SECOND_NS = 1_000_000_000L;

  private final AtomicLong nowNs = new AtomicLong(77);
  private final Turns turns = new Turns(List.of(FIRST, SECOND), nowNs::get);
  private final List<String> told = new ArrayList<>();

  private TurnTaker taker(String name) {
    return new TurnTaker() {
      @Override
      public void pause(long atNs) {
        told.add(name + " pauses");
      }

      @Override
      public void resume(long atNs) {
        told.add(name + " goes on");
      }
    };
  }

  @Test
  void nobodyWorksBeforeItsTurnAndOnePausesBeforeTheNextGoesOn() {
    turns.add(FIRST, taker("first"));
    turns.add(SECOND, taker("second"));
    assertEquals(List.of(), told);

    assertEquals("JITTERLAB TURN g1/1", turns.follow("turn g1/1"));
    assertEquals("JITTERLAB TURN zgc/1", turns.follow("turn zgc/1"));
    assertEquals("JITTERLAB TURN zgc/1", turns.follow("turn zgc/1"));
    assertEquals("JITTERLAB TURN", turns.follow("turn"));

    assertEquals(List.of("first goes on", "first pauses", "second goes on", "second pauses"), told);
  }

  @Test
  void aPartThatComesLaterWorksIfItsTargetDoes() {
    turns.follow("turn g1/1 zgc/1");
    turns.add(SECOND, taker("second"));
    assertEquals(List.of("second goes on"), told);
  }

  @Test
  void refusesWhatItDoesNotKnowAndChangesNothing() {
    turns.add(FIRST, taker("first"));
    assertThrows(IllegalArgumentException.class, () -> turns.follow("turn g1/2"));
    assertThrows(IllegalArgumentException.class, () -> turns.follow("work g1/1"));
    assertThrows(IllegalArgumentException.class, () -> turns.follow(""));
    assertEquals(List.of(), told);
  }

  @Test
  void answersEveryLineOfItsInput() throws Exception {
    ByteArrayOutputStream answers = new ByteArrayOutputStream();
    CountDownLatch answered = new CountDownLatch(3);
    byte[] lines = "turn zgc/1\nturn nobody\nturn\n".getBytes(StandardCharsets.UTF_8);
    turns.listen(
        new ByteArrayInputStream(lines),
        new PrintStream(answers, true) {
          @Override
          public void flush() {
            super.flush();
            answered.countDown();
          }
        });
    assertTrue(answered.await(60, TimeUnit.SECONDS));
    assertEquals(
        List.of(
            "JITTERLAB TURN zgc/1",
            "expected 'turn' and the ids of targets, not 'turn nobody'",
            "JITTERLAB TURN"),
        List.of(answers.toString(StandardCharsets.UTF_8).split("\n", -1)).subList(0, 3));
  }

  @Test
  void thePlanAsksForNothingWhileItIsHeld() {
    Load load = new Load(List.of(FIRST), nowNs::get, new PrometheusRegistry());
    TargetLoad target = load.of(FIRST);
    OfferedArrivals offered =
        load.awaited(FIRST, 1)
            .begin(ArrivalPlan.of(ArrivalProcess.CONSTANT, "10", 1).arrivals(0), 0, n -> 1);
    long before = target.plannedBy(2 * SECOND_NS);

    assertEquals(2 * SECOND_NS, offered.hold(2 * SECOND_NS));
    assertEquals(before, target.plannedBy(60 * SECOND_NS), "no backlog");
    assertEquals(before, target.offeredBy(60 * SECOND_NS));

    offered.goOn(100 * SECOND_NS, 2 * SECOND_NS);
    assertEquals(before, target.plannedBy(100 * SECOND_NS));
    assertEquals(
        before + 50, target.plannedBy(105 * SECOND_NS), "five more seconds of 10 a second");
  }

  @Test
  void theTimeOfThePlanNeverGoesBack() {
    OfferedArrivals offered =
        new OfferedArrivals(
            ArrivalPlan.of(ArrivalProcess.CONSTANT, "10", 1).arrivals(0), 0, n -> 1);
    long before = offered.offeredBy(3 * SECOND_NS);
    offered.hold(3 * SECOND_NS);
    offered.goOn(9 * SECOND_NS, 2 * SECOND_NS); // a sender that was late when it was paused
    assertEquals(before, offered.offeredBy(9 * SECOND_NS));
    assertEquals(before + 10, offered.offeredBy(10 * SECOND_NS));
  }
}
