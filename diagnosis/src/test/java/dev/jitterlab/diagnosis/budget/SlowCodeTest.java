package dev.jitterlab.diagnosis.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.CodeThrownAway;
import dev.jitterlab.diagnosis.timeline.EventSetting;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MethodCompilation;
import dev.jitterlab.diagnosis.timeline.StackSample;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlowCodeTest {
  private static final long NO_WORKER = 99;

  private final TimelineBuilder timeline = new TimelineBuilder();

  private void request(long thread) {
    timeline.add(
        new TimedWork(
            TimedWork.Kind.REQUEST,
            "/pay",
            thread,
            thread,
            0,
            0,
            10,
            true,
            TimedWork.NOT_READ,
            TimedWork.NOT_READ,
            TimedWork.NOT_READ,
            TimedWork.Total.UNKNOWN,
            0));
  }

  private void thrownAway(long atNs, long thread, String method) {
    timeline.add(
        new CodeThrownAway(
            atNs,
            thread,
            method,
            0,
            "",
            "reinterpret",
            "jdk.Deoptimization",
            CodeThrownAway.UNKNOWN,
            CodeThrownAway.UNKNOWN,
            ""));
  }

  private static List<String> of(SlowCode code, long thread) {
    return code.of(thread, 0, 10).stream().map(Stretch::what).toList();
  }

  @Test
  void aThreadHasTheGapsOfTheMethodsThatItRuns() {
    for (long thread = 1; thread <= 4; thread++) {
      request(thread);
    }
    thrownAway(0, NO_WORKER, "a.Sampled::run");
    thrownAway(1, 2, "a.Left::run");
    thrownAway(2, NO_WORKER, "a.Named::run");
    thrownAway(3, NO_WORKER, "a.Other::run");
    timeline.add(new StackSample(5, 1, List.of("a.Deep::run", "a.Sampled::run"), false));
    timeline.add(new StackSample(5, 4, List.of("a.Sampled::run"), false));
    SlowCode code = new SlowCode(timeline.build(), "a.Named::run"::equals);
    assertEquals(List.of("a.Sampled.run", "a.Named.run"), of(code, 1));
    assertEquals(List.of("a.Left.run", "a.Named.run"), of(code, 2));
    assertEquals(List.of("a.Named.run"), of(code, 3));
    assertEquals(List.of("a.Sampled.run", "a.Named.run"), of(code, 4));
  }

  /** Of a recording that began later, it may be the second: the first code was thrown away. */
  @ParameterizedTest
  @ValueSource(longs = {10, 11})
  void aCompilationIsTheFirstOnlyIfAllAreKnownSinceTheStartOfTheJvm(long seconds) {
    request(1);
    timeline.setting("jdk.Compilation", new EventSetting(true, 0, 0));
    timeline.add(new MethodCompilation(2, 6, "a.Named::run", 4, 1, false, "jdk.Compilation"));
    timeline.jvmStarted(-seconds * 1_000_000_000);
    timeline.recordedFrom(0);
    JvmTimeline built = timeline.build();
    boolean known = seconds == 10;
    assertEquals(known ? 1 : 0, of(new SlowCode(built, "a.Named::run"::equals), 1).size());
    assertEquals(known, built.coverage(Cause.FIRST_COMPILATION).recorded());

    timeline.compilationsLoggedFrom(-seconds * 1_000_000_000 + 1);
    JvmTimeline logged = timeline.build();
    assertEquals(1, of(new SlowCode(logged, "a.Named::run"::equals), 1).size());
    assertTrue(logged.coverage(Cause.FIRST_COMPILATION).recorded());
  }

  /** A server may have a virtual thread for each request. */
  @Test
  void aGapIsLookedAtOnceAndNotOnceForEachThread() {
    int threads = 50;
    int gaps = 10;
    for (long thread = 1; thread <= threads; thread++) {
      request(thread);
    }
    for (int i = 0; i < gaps; i++) {
      thrownAway(i, NO_WORKER, "a.Other::run" + i);
    }
    AtomicInteger asked = new AtomicInteger();
    SlowCode code = new SlowCode(timeline.build(), _ -> asked.incrementAndGet() < 0);
    assertEquals(List.of(), of(code, 1));
    assertTrue(asked.get() <= 2 * gaps, asked + " questions");
  }
}
