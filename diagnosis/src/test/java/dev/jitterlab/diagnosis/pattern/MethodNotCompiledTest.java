package dev.jitterlab.diagnosis.pattern;

import static dev.jitterlab.diagnosis.pattern.PatternFixture.MS;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.OTHER;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.SERVERS;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.WORKER;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.found;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.pattern.PatternFixture.Server;
import dev.jitterlab.diagnosis.timeline.StackSample;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How often and how long a method is interpreted until it is a finding. */
class MethodNotCompiledTest {
  private static List<PatternMatch> interpreted(int samples, long apartMs) {
    Server server = new Server();
    server.ticks(at -> {}, 70);
    for (int i = 0; i < samples; i++) {
      server.timeline.add(
          new StackSample((i * apartMs + 1) * MS, WORKER, List.of("a.Huge::run"), true));
    }
    return found(server, "method_not_compiled");
  }

  @Test
  void aMethodIsNotCompiledThatIsSeenTwentyTimesInFiveSeconds() {
    assertEquals(List.of(), interpreted(19, 500));
    assertEquals(1, interpreted(20, 500).size());
    assertEquals(List.of(), interpreted(20, 260), "in 4.94 s");
    assertEquals(1, interpreted(20, 264).size(), "in 5.02 s");
  }

  /** Samples come by thread: those of the last one may be the earliest of all. */
  @Test
  void aMethodIsInterpretedFromItsFirstSampleToItsLastOnWhateverThread() {
    Server server = new Server();
    SERVERS.get("method_not_compiled").accept(server);
    server.timeline.add(
        new TimedWork(
            TimedWork.Kind.TICK,
            "battle-2",
            0,
            OTHER,
            0,
            0,
            2 * MS,
            false,
            0,
            0,
            0,
            TimedWork.Total.UNKNOWN,
            0));
    server.timeline.add(new StackSample(MS, OTHER, List.of("a.Huge::run"), true));
    List<PatternMatch> found = found(server, "method_not_compiled");
    assertEquals(1, found.size());
    assertTrue(found.getFirst().text().contains("in 101 samples over 19 s"), found.toString());
    assertEquals(20 * 68 * MS, found.getFirst().lateNs(), "without what a tick takes anyway");
  }
}
