package dev.jitterlab.diagnosis.pattern;

import static dev.jitterlab.diagnosis.pattern.PatternFixture.MS;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.PERIOD;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.STEP;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.WORKER;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.found;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.pattern.PatternFixture.Server;
import dev.jitterlab.diagnosis.timeline.CodeThrownAway;
import dev.jitterlab.diagnosis.timeline.MethodCompilation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose code must be thrown away, and how often, for a loop. */
class DeoptimisationLoopTest {
  /** All threads that are in the code leave it, each with an event of its own. */
  @Test
  void codeThatSeveralThreadsLeaveIsThrownAwayOnce() {
    for (int codes : new int[] {1, 3}) {
      Server server = new Server();
      server.ticks(
          at ->
              server.timeline.add(
                  new MethodCompilation(
                      at + 60 * MS, at + 65 * MS, STEP, 4, 1, false, "jdk.Compilation")),
          70);
      for (int i = 0; i < 3; i++) {
        server.timeline.add(
            new CodeThrownAway(
                10 * PERIOD + i,
                WORKER,
                STEP,
                41,
                "unstable_if",
                "reinterpret",
                "jdk.Deoptimization",
                codes == 1 ? 7 : 7 + i,
                CodeThrownAway.UNKNOWN,
                ""));
      }
      assertEquals(codes == 3, !found(server, "deoptimisation_loop").isEmpty());
    }
  }

  /** A method with an id in each of three late ticks, and what was thrown away of it there. */
  private static List<PatternMatch> loops(List<String> compiled, List<String> thrownAway) {
    Server server = new Server();
    server.ticks(at -> {}, 70);
    for (int i = 0; i < 3; i++) {
      long at = (10 + 20 * i) * PERIOD;
      server.timeline.add(
          new MethodCompilation(
              at - 5 * PERIOD,
              at - 4 * PERIOD,
              compiled.get(i),
              4,
              7 + i,
              false,
              "jdk.Compilation"));
      server.timeline.add(
          new CodeThrownAway(
              at,
              WORKER,
              thrownAway.get(i),
              41,
              "unstable_if",
              "reinterpret",
              "jdk.Deoptimization",
              7 + i,
              CodeThrownAway.UNKNOWN,
              ""));
    }
    return found(server, "deoptimisation_loop");
  }

  /** The code of three methods was thrown away, each once. */
  @Test
  void aMethodThatIsInlinedIntoSeveralIsNoLoop() {
    List<PatternMatch> found =
        loops(
            List.of("a.A::run", "a.B::run", "a.C::run"),
            List.of("x.Helper::h", "x.Helper::h", "x.Helper::h"));
    assertEquals(List.of(), found);
  }

  @Test
  void aMethodThatSeveralAreInlinedIntoIsOneLoop() {
    List<PatternMatch> found =
        loops(List.of(STEP, STEP, STEP), List.of("x.Helper::h1", "x.Helper::h2", "x.Helper::h3"));
    assertEquals(1, found.size());
    PatternMatch match = found.getFirst();
    assertTrue(
        match.text().startsWith("Optimised code of game.rules.Battle.step was thrown away 3 times"),
        match.text());
    assertTrue(match.text().contains("line 41 of x.Helper.h2 (unstable_if)"), match.text());
    assertTrue(match.lateNs() > 0, match::toString);
  }
}
