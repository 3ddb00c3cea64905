package dev.jitterlab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.ManualClock;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class LevelCourseTest {
  private static final Target SERVER = Target.parse("a/1=127.0.0.1:1");

  private final ManualClock clock = new ManualClock(0);
  private final TargetLoad load =
      new Load(List.of(SERVER), clock, new PrometheusRegistry()).of(SERVER);
  private final AwaitedRequests requests;
  private final PromisedRequests judge = new PromisedRequests(load, 0.01);
  private final List<String> begun = new ArrayList<>();
  private double now; // s

  LevelCourseTest() {
    load.promise(TimeUnit.MILLISECONDS.toNanos(50));
    requests = new AwaitedRequests(load, 1_000);
  }

  private int send() {
    int place = requests.trySend(clock.nanoTime());
    assertTrue(place >= 0);
    return place;
  }

  /** Sends so many requests, each of which takes so long. */
  private void answer(int count, long ms) {
    for (int i = 0; i < count; i++) {
      requests.ended(send(), RequestOutcome.OK, TimeUnit.MILLISECONDS.toNanos(ms));
    }
  }

  /** With few requests, one on its way would be too many to come to an end. */
  @Test
  void whatWasSentAMomentAgoIsNotLate() {
    judge.begin();
    clock.advance(TimeUnit.SECONDS.toNanos(4));
    answer(7, 50);
    int last = send();
    assertTrue(judge.isCarried());
    clock.advance(TimeUnit.MILLISECONDS.toNanos(60));
    assertFalse(judge.isCarried(), "now it is late");
    requests.ended(last, RequestOutcome.OK, 60_000_000);
    assertFalse(judge.isCarried());
  }

  /** In less time than is promised, a server that hangs has nothing that is late. */
  @Test
  void aLevelThatIsShorterThanThePromiseMustKnowNearlyAll() {
    judge.begin();
    clock.advance(TimeUnit.MILLISECONDS.toNanos(30));
    answer(7, 10);
    int unused = send();
    assertFalse(judge.isCarried());
  }

  @Test
  void oneInAHundredMayMissThePromise() {
    judge.begin();
    answer(99, 50);
    answer(1, 51);
    assertTrue(judge.isCarried());
    answer(1, 51);
    assertFalse(judge.isCarried());
  }

  @Test
  void whatWasBeforeTheHoldDoesNotCount() {
    answer(500, 1_000);
    judge.begin();
    answer(10, 1);
    assertTrue(judge.isCarried());
  }

  @Test
  void refusedRequestsMissThePromise() {
    judge.begin();
    answer(50, 1);
    requests.ended(send(), RequestOutcome.REFUSED, 1);
    assertFalse(judge.isCarried());
  }

  @Test
  void aServerThatStopsAnsweringDoesNotCarryTheLevel() {
    judge.begin();
    assertFalse(judge.isCarried(), "nothing was answered at all");
    answer(90, 1);
    for (int i = 0; i < 10; i++) {
      int unused = send();
    }
    assertFalse(judge.isCarried(), "ten of a hundred are still under way");
  }

  @Test
  void aLevelIsKnownWhereNineteenOfTwentyHaveEnded() {
    judge.begin();
    answer(95, 1);
    for (int i = 0; i < 5; i++) {
      int unused = send();
    }
    assertTrue(judge.isCarried());
    int unused = send();
    assertFalse(judge.isCarried());
  }

  @Test
  void whatIsOutForTooLongMissesThePromiseBeforeItEnds() {
    judge.begin();
    answer(97, 1);
    for (int i = 0; i < 3; i++) {
      int unused = send();
    }
    clock.advance(TimeUnit.MILLISECONDS.toNanos(50));
    assertTrue(judge.isCarried(), "three of a hundred may still be answered in time");
    clock.advance(1);
    assertFalse(judge.isCarried());
  }

  @Test
  void aTimeoutDoesNotCountForALaterLevelThanThatOfItsRequest() {
    int hung = send();
    clock.advance(TimeUnit.SECONDS.toNanos(9));
    judge.begin();
    answer(10, 1);
    requests.ended(hung, RequestOutcome.TIMEOUT, TimeUnit.SECONDS.toNanos(10));
    assertTrue(judge.isCarried());
  }

  @Test
  void aServerIsAskedOnceSomethingWasDue() {
    AtomicLong planned = new AtomicLong(7);
    load.add(
        new Offer() {
          @Override
          public long offeredBy(long nowNs) {
            return planned.get();
          }

          @Override
          public long plannedBy(long nowNs) {
            return planned.get();
          }
        });
    judge.begin();
    answer(1, 1);
    assertFalse(judge.wasAsked(), "the answer is that of a request that was due before");
    planned.set(8);
    assertTrue(judge.wasAsked());
  }

  /** Of a level of 0.1 requests a second a hold of 4 s may have none. */
  @Test
  void holdsALevelOnUntilSomethingWasDue() {
    LevelSearch search = new LevelSearch(100, 10_000);
    LevelCourse course =
        new LevelCourse(
            search,
            new LevelCourse.Times(10, 2, 4),
            new LevelJudge() {
              @Override
              public void begin() {}

              @Override
              public boolean wasAsked() {
                return now > 21;
              }

              @Override
              public boolean isCarried() {
                return true;
              }
            });
    List<String> steps = steps(course);
    assertEquals(
        List.of("0.0 SETTLES 0", "12.0 HOLDS 1000", "24.0 SETTLES 0", "26.0 HOLDS 3162"),
        steps.subList(0, 4));
  }

  /** A judge that carries levels up to 1,000; after so many levels something waits until then. */
  private LevelCourse course(int levels, double settledAt) {
    return course(0, () -> begun.size() != levels || now >= settledAt);
  }

  /** A judge that carries levels up to 1,000, but none until the server is warm. */
  private LevelCourse course(double warmAt, BooleanSupplier isSettled) {
    LevelSearch search = new LevelSearch(100, 10_000);
    return new LevelCourse(
        search,
        new LevelCourse.Times(10, 2, 4),
        new LevelJudge() {
          @Override
          public void begin() {
            begun.add(Math.round(search.level()) + "");
          }

          @Override
          public boolean isCarried() {
            return now > warmAt && search.level() <= 1_001;
          }

          @Override
          public boolean isSettled() {
            return isSettled.getAsBoolean();
          }
        });
  }

  private List<String> steps(LevelCourse course) {
    List<String> steps = new ArrayList<>();
    for (int tenth = 0; tenth <= 340; tenth++) {
      now = tenth / 10.0;
      LevelCourse.Step step = course.onTimer(TimeUnit.MILLISECONDS.toNanos(100L * tenth));
      if (step != LevelCourse.Step.NONE) {
        steps.add(tenth / 10.0 + " " + step + " " + Math.round(course.held()));
      }
    }
    return steps;
  }

  @Test
  void settlesHoldsAndJudgesOneLevelAfterAnother() {
    assertEquals(
        List.of(
            "0.0 SETTLES 0",
            "12.0 HOLDS 1000",
            "16.0 SETTLES 0",
            "18.0 HOLDS 3162",
            "22.0 SETTLES 0",
            "24.0 HOLDS 1778",
            "28.0 SETTLES 0",
            "30.0 HOLDS 1334",
            "34.0 SETTLES 0"),
        steps(course(0, 0)));
    assertEquals(List.of("1000", "3162", "1778", "1334"), begun);
  }

  /** Below a level that was too much, the next one would be judged by what still waits. */
  @Test
  void waitsUntilNothingIsLeftOfALevelThatWasTooMuch() {
    List<String> steps = steps(course(2, 27.5));
    assertEquals(
        List.of("18.0 HOLDS 3162", "22.0 SETTLES 0", "27.5 HOLDS 1778"), steps.subList(3, 6));
    begun.clear();
    assertEquals("32.0 HOLDS 1778", steps(course(2, 1_000)).get(5), "not for ever");
  }

  /** Four of ten cold gateways missed their promise at a first level that they carry when warm. */
  @Test
  void holdsTheFirstLevelAgainIfItWasTooMuch() {
    assertEquals(List.of("1000", "1000", "3162"), heldOf(16).subList(0, 3), "it was cold");
    assertEquals(List.of("1000", "1000", "316"), heldOf(100).subList(0, 3), "it was too much");
  }

  /** The levels that are held for a server that carries none until then, and then up to 1,000. */
  private List<String> heldOf(double warmAt) {
    begun.clear();
    List<String> unused = steps(course(warmAt, () -> true));
    return begun;
  }

  /** A cold server may have fallen behind, and its first level would be judged by that. */
  @Test
  void waitsUntilNothingIsLeftOfTheWarmUp() {
    assertEquals("14.5 HOLDS 1000", steps(course(0, 14.5)).get(1));
    begun.clear();
    assertEquals("20.0 HOLDS 1000", steps(course(0, 1_000)).get(1), "not for ever");
  }
}
