package dev.jitterlab.diagnosis.pattern;

import static dev.jitterlab.diagnosis.pattern.PatternFixture.MS;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.PERIOD;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.STEP;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.WORKER;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.found;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.diagnosis.pattern.PatternFixture.Server;
import dev.jitterlab.diagnosis.timeline.RefusedInlining;
import dev.jitterlab.diagnosis.timeline.StackSample;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How much of the late time a method that is not inlined must have. */
class MethodNotInlinedTest {
  /** All in one late tick, a millisecond apart. */
  private static List<PatternMatch> tooLarge(int inIt, int elsewhere) {
    Server server = new Server();
    server.timeline.add(
        new RefusedInlining(
            MS, STEP, "a.Large::run", "hot method too big", "jdk.CompilerInlining"));
    server.ticks(at -> {}, 70);
    for (int i = 1; i <= inIt + elsewhere; i++) {
      String method = i <= inIt ? "a.Large::run" : "a.Other::run";
      server.timeline.add(new StackSample(10 * PERIOD + i * MS, WORKER, List.of(method), false));
    }
    return found(server, "method_not_inlined");
  }

  @Test
  void aMethodThatIsNotInlinedMattersWithTenSamplesAndAFifthOfAll() {
    assertEquals(List.of(), tooLarge(9, 0));
    assertEquals(1, tooLarge(10, 0).size());
    assertEquals(1, tooLarge(10, 39).size());
    assertEquals(List.of(), tooLarge(10, 41));
  }
}
